import type { DataValue } from '#domain/own-data.ts'
import {
  readAcknowledgements,
  readGradings,
  readHistory,
  readLabRows,
  readResults,
  readSamples,
} from '#server/repositories/own-results.ts'
import {
  readResults as readShownResults,
  type ShownResult,
} from '#server/repositories/released-results.ts'
import { patientNameContext } from '#server/repositories/results-contexts.ts'
import type { Sealer } from '#server/security/seal.ts'
import { day, instant, plain, type Section, text } from '#server/services/own-data/section.ts'

export const HISTORY: Section = {
  table: 'appointment_events',
  title: 'Changes of your appointments',
  note: 'Booked, moved and cancelled, and by whom.',
  fields: [
    instant('at', 'When'),
    text('action', 'What'),
    instant('from_slot', 'From the time'),
    instant('to_slot', 'To the time'),
    text('changed_by', 'By'),
    text('appointment_id', 'Number of the appointment'),
  ],
  read: async ({ db, owner }) => (await readHistory(db, owner)).map(plain),
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
    text('state', 'State'),
    text('patient_name', 'Name when it was taken'),
    text('unavailable', 'The name cannot be shown at the moment'),
    text('surname_key', 'Surname for comparison'),
    text('forename_key', 'First names for comparison'),
    day('birth_date', 'Date of birth'),
    instant('recorded_at', 'Recorded'),
  ],
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

/** The content of a result that its patient is shown; nothing of one that is withheld or not released. */
function shownContent(shown: ShownResult | undefined): Record<string, DataValue> {
  if (shown === undefined || shown.content === 'withheld') return {}
  if (shown.content === 'unreadable') return { unavailable: true }
  const { finding, light, riskGroup, comments, retestOn } = shown.content
  return {
    value: finding.value,
    unit: finding.unit,
    light: light ?? null,
    risk_group: riskGroup ?? null,
    comments: comments ?? null,
    retest_on: retestOn,
  }
}

export const RESULTS: Section = {
  table: 'results',
  title: 'Your results',
  note: 'With their values as soon as a clinician has released them and you have confirmed your email address. What they mean is on the page Medical Results.',
  fields: [
    text('label', 'Label of the sample'),
    text('value', 'Result'),
    text('unit', 'Unit'),
    text('light', 'Colour'),
    text('risk_group', 'Risk group'),
    text('comments', 'Comments'),
    day('retest_on', 'Next test'),
    text('unavailable', 'The value cannot be shown at the moment'),
    text('version', 'Version'),
    instant('matched_at', 'Received'),
    instant('released_at', 'First released to you'),
    text('corrected', 'Corrects an earlier one'),
  ],
  async read({ db, sealer, owner }) {
    const reading = { why: 'result-exported', requestId: null } as const
    const shown = await readShownResults(db, sealer, owner, reading)
    const rows = await readResults(db, owner)
    return rows.map(({ result_id: id, ...row }) => ({
      ...plain(row),
      ...shownContent(shown.find(({ resultId }) => resultId === id)),
    }))
  },
}

export const ACKNOWLEDGEMENTS: Section = {
  table: 'result_acknowledgements',
  title: 'Results that you marked as read',
  note: 'When you said that you have read a result.',
  fields: [text('label', 'Label of the sample'), instant('acknowledged_at', 'When')],
  read: async ({ db, owner }) => (await readAcknowledgements(db, owner)).map(plain),
}

export const GRADINGS: Section = {
  table: 'gradings',
  title: 'Looked at by clinicians',
  note: 'When a clinician judged a result. We do not name our staff here.',
  fields: [
    text('label', 'Label of the sample'),
    instant('given_at', 'When'),
    text('reader', 'First or second reading'),
  ],
  read: async ({ db, owner }) => (await readGradings(db, owner)).map(plain),
}

export const LAB_ROWS: Section = {
  table: 'lab_rows',
  title: 'What the laboratory sent',
  note: 'Rows of its files with the label of one of your samples, and how we dealt with them.',
  fields: [
    text('label', 'Label of the sample'),
    instant('imported_at', 'Received'),
    text('decision', 'Decision'),
    text('reasons', 'Reasons'),
    text('resolution', 'Dealt with by a person'),
    instant('resolved_at', 'Dealt with on'),
  ],
  read: async ({ db, owner }) => (await readLabRows(db, owner)).map(plain),
}
