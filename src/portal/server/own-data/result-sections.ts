import { formatLongDate, type IsoDate, londonDate } from '#core/rules/time.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'
import type { DataValue } from '#portal/rules/own-data.ts'
import { day, instant, iso, plain, type Section, text } from '#portal/server/own-data/section.ts'
import {
  type NextTestState,
  type Saying,
  sayingsOf,
  waitingState,
} from '#results/rules/result-saying.ts'
import { deskRecordContext } from '#results/server/database/desk-records.ts'
import {
  readAcknowledgements,
  readCalls,
  readDeskRecords,
  readFollowUps,
  readRepeats,
  readSamples,
  readTubes,
  type Tube,
} from '#results/server/database/own-results.ts'
import { listPatientTests } from '#results/server/database/patient-tests.ts'
import {
  knownResult,
  readResults as readShownResults,
  type ShownResult,
} from '#results/server/database/released-results.ts'
import { callContext, patientNameContext } from '#results/server/database/results-contexts.ts'
import { nextTestOf, withoutResult } from '#results/server/results-wire.ts'
import {
  ARRANGED_TEXT,
  EARLIER,
  EARLIER_TEXTS,
  NO_RESULT,
  RESULT_READY,
  WAITING_TEXTS,
  WITHHELD_TEXT,
  wasDue,
} from '#results/texts/results.ts'

/** What staff wrote, or that its key is missing. */
function detailsOf(
  sealed: Buffer | null,
  context: CipherContext,
  sealer: Sealer,
): Record<string, DataValue> {
  if (sealed === null) return {}
  try {
    return { details: sealer.open(sealed, context) }
  } catch {
    return { unavailable: true }
  }
}

export const DESK: Section = {
  table: 'desk_records',
  title: 'At the desk of an event',
  note: 'What was recorded when you came: that your identity was compared, your answers before the test, and why you were not tested.',
  isForConfirmed: true,
  fields: [
    text('event_name', 'Event'),
    text('kind', 'What'),
    text('details', 'Details'),
    text('unavailable', 'The details cannot be shown at the moment'),
    instant('recorded_at', 'Recorded'),
  ],
  async read({ db, sealer, owner }) {
    const records = await readDeskRecords(db, owner)
    return records.map(({ desk_record_id, details_sealed, ...row }) =>
      plain({ ...row, ...detailsOf(details_sealed, deskRecordContext(desk_record_id), sealer) }),
    )
  },
}

/** The name on a sample, or that its key is missing. */
function nameOn(sampleId: string, sealed: Buffer, sealer: Sealer): Record<string, DataValue> {
  try {
    return { patient_name: sealer.open(sealed, patientNameContext(sampleId)) }
  } catch {
    return { unavailable: true }
  }
}

export const SAMPLES: Section = {
  table: 'samples',
  title: 'Your samples',
  note: 'With the name and birth date that the laboratory’s answer is compared with.',
  fields: [
    text('label', 'Label'),
    text('lab_name', 'Laboratory'),
    instant('taken_at', 'Taken'),
    text('patient_name', 'Name when it was taken'),
    text('unavailable', 'The name cannot be shown at the moment'),
    text('surname_key', 'Surname for comparison'),
    text('forename_key', 'First names for comparison'),
    day('birth_date', 'Date of birth'),
    instant('recorded_at', 'Recorded'),
    text('is_mistaken', 'Recorded for you by mistake'),
  ],
  isForConfirmed: true,
  async read({ db, sealer, owner }) {
    const samples = await readSamples(db, owner)
    return samples.map(({ sample_id, patient_name_sealed, ...sample }) =>
      plain({
        ...sample,
        ...nameOn(sample_id, patient_name_sealed, sealer),
      }),
    )
  },
}

type Said = { readonly says: Saying | undefined; readonly nextTest: NextTestState | null }

/** The next test of a result that says what to do next, and whether its day has passed. */
function nextTestIn(retestOn: IsoDate | null, { says, nextTest }: Said): Record<string, DataValue> {
  if (says !== 'all' || retestOn === null) return { retest_on: null }
  const notes = { 'to-come': null, due: wasDue(formatLongDate(retestOn)), arranged: ARRANGED_TEXT }
  return { retest_on: retestOn, retest_note: nextTest && notes[nextTest] }
}

/** What a patient is shown of a result, in the words of /medical-results. */
function shownContent(
  { content, version, corrected, releasedAt }: ShownResult,
  said: Said,
): Record<string, DataValue> {
  if (content === 'withheld') return { status: WITHHELD_TEXT }
  const { says } = said
  const isEarlier = says === 'earlier' || says === 'earlier-ask'
  const status = isEarlier ? `${RESULT_READY}. ${EARLIER}. ${EARLIER_TEXTS[says]}` : RESULT_READY
  const released = { status, version, corrected, released_at: iso(releasedAt) }
  if (content === 'unreadable') return { ...released, unavailable: true }
  const { finding, light, riskGroup, comments, retestOn } = content
  return {
    ...released,
    value: finding.value,
    unit: finding.unit,
    light: light ?? null,
    risk_group: riskGroup ?? null,
    comments: comments ?? null,
    ...nextTestIn(retestOn, said),
  }
}

/** What is said of a tube without a result; a void one never gets one. */
function withoutResultText(tube: Tube, today: IsoDate): string {
  if (tube.isSpoiled) return WAITING_TEXTS[tube.isRepeatOpen ? 'spoiled' : 'repeated']
  if (!tube.isLive) return NO_RESULT
  const state = waitingState(londonDate(tube.takenAt), today, tube.resultDays)
  return `${NO_RESULT}. ${WAITING_TEXTS[state]}`
}

export const RESULTS: Section = {
  table: 'results',
  title: 'Your results',
  note: 'What they mean is on the page Medical Results. Only the newest result has the date of a next test, because an earlier date could mislead. Of a sample whose result is not released there is only that it was taken. If you want to know what the laboratory and our clinicians recorded on the way to a result, please call us.',
  isForConfirmed: true,
  fields: [
    text('label', 'Label of the sample'),
    instant('taken_at', 'Sample taken'),
    text('status', 'Result'),
    text('value', 'Value'),
    text('unit', 'Unit'),
    text('light', 'Colour'),
    text('risk_group', 'Risk group'),
    text('comments', 'Comments'),
    day('retest_on', 'Next test'),
    text('retest_note', 'About the next test'),
    text('unavailable', 'The value cannot be shown at the moment'),
    text('version', 'Version'),
    instant('released_at', 'First released to you'),
    text('corrected', 'Corrects an earlier one'),
  ],
  async read({ db, sealer, owner, today }) {
    const reading = { why: 'result-exported', requestId: null } as const
    const shown = await readShownResults(db, sealer, owner, reading)
    const sayings = sayingsOf(shown.map(knownResult))
    const tests = withoutResult(await listPatientTests(db, owner.profileId), shown)
    return (await readTubes(db, owner)).flatMap((tube) => {
      const sample = { label: tube.label, taken_at: iso(tube.takenAt) }
      const results = shown.filter(({ sampleId }) => sampleId === tube.sampleId)
      if (results.length === 0) return [{ ...sample, status: withoutResultText(tube, today) }]
      return results.map((result) => ({
        ...sample,
        ...shownContent(result, {
          says: sayings.get(result.resultId),
          nextTest: nextTestOf(result, { tests, today }),
        }),
      }))
    })
  },
}

export const FREE_REPEATS: Section = {
  table: 'free_repeats',
  title: 'Repeats free of charge',
  note: 'A sample of yours could not be tested: one booking after that costs nothing. A booking that is cancelled gives it back.',
  fields: [
    text('label', 'Label of the sample'),
    instant('granted_at', 'Since'),
    text('appointment_id', 'Number of the appointment'),
  ],
  read: async ({ db, owner }) => (await readRepeats(db, owner)).map(plain),
}

export const ACKNOWLEDGEMENTS: Section = {
  table: 'result_acknowledgements',
  title: 'Results that you marked as read',
  note: 'When you said that you have read a result.',
  isForConfirmed: true,
  fields: [text('label', 'Label of the sample'), instant('acknowledged_at', 'When')],
  read: async ({ db, owner }) => (await readAcknowledgements(db, owner)).map(plain),
}

export const CALLS: Section = {
  table: 'follow_up_notes',
  title: 'Calls to you about your results',
  note: 'Calls about results that you can read.',
  isForConfirmed: true,
  fields: [
    text('label', 'Label of the sample'),
    instant('made_at', 'When'),
    text('kind', 'What'),
    text('details', 'Note'),
    text('unavailable', 'The note cannot be shown at the moment'),
  ],
  async read({ db, sealer, owner }) {
    const calls = await readCalls(db, owner)
    return calls.map(({ note_id, details_sealed, ...call }) =>
      plain({ ...call, ...detailsOf(details_sealed, callContext(note_id), sealer) }),
    )
  },
}

export const FOLLOW_UPS: Section = {
  table: 'follow_ups',
  title: 'Telephone contact about your results',
  note: 'How our calls about a result that you can read ended.',
  isForConfirmed: true,
  fields: [
    text('label', 'Label of the sample'),
    instant('opened_at', 'Begun'),
    instant('closed_at', 'Ended'),
    text('outcome', 'How it ended'),
  ],
  read: async ({ db, owner }) => (await readFollowUps(db, owner)).map(plain),
}
