import { randomInt, randomUUID } from 'node:crypto'
import {
  replaceVerification,
  verifyProfileEmail,
} from '#account/server/database/email-verifications.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { CONSENT_VERSION, NO_MEDICATION } from '#booking/rules/consent.ts'
import type { GivenConsent } from '#booking/rules/given-consent.ts'
import { bookSlot } from '#booking/server/database/booking.ts'
import {
  CONSENT_TEXT_HASH,
  consentContext,
  insertConsent,
} from '#booking/server/database/consents.ts'
import { csvLine } from '#core/rules/csv.ts'
import { addDays, type IsoDate, londonInstant } from '#core/rules/time.ts'
import type { DatabaseEnv } from '#core/server/config/database-env.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { findEvents } from '#events/server/database/event-records.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { approveResults } from '#results/commands/results-approve.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { recordCall } from '#results/server/calls.ts'
import { listOpenResults } from '#results/server/database/results.ts'
import { findToJudge } from '#results/server/database/results-judgements.ts'
import { findAttendedPatient } from '#results/server/database/results-samples.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { onDatabase } from './on-database.ts'
import {
  attendanceCsv,
  type Clinic,
  labCsv,
  type SamplePatient,
  type Tube,
} from './sample-files.ts'

const COORDINATOR = 'Mo Finch, coordinator'
const PHLEBOTOMIST = 'Bea Lund, phlebotomist'
const CLINICIANS = ['Ada Quill, clinician', 'Ben Ashe, clinician'] as const

type Site = Pick<DatabaseEnv, 'databaseUrl' | 'databaseTls'> & { readonly sealer: Sealer }

const must = <Outcome extends { ok: boolean }>(what: string, outcome: Outcome) => {
  if (!outcome.ok) throw new Error(`${what}: ${JSON.stringify(outcome)}`)
  return outcome as Extract<Outcome, { ok: true }>
}

/** Runs `work` with the database's clock late in the evening, `days` after the clinic. */
function atDay<Value>(
  { databaseUrl, databaseTls }: Site,
  { date }: Clinic,
  days: number,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const evening = londonInstant(addDays(date, days), '23:00')
  const clockOffsetSeconds = Math.round((evening.getTime() - Date.now()) / 1000)
  return onDatabase({ databaseUrl, databaseTls, clockOffsetSeconds }, work)
}

/** Confirms the address as the link of the mail does: results are for confirmed addresses. */
async function verify(database: Database, profileId: number): Promise<void> {
  const token = hashToken(createToken())
  await replaceVerification(database, profileId, token, 1)
  await verifyProfileEmail(database, token)
}

/** The answers of every sample patient. */
const ANSWERS: GivenConsent = {
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'No',
  familyMemberWithProstateCancer: [],
  additionalProstateCancerDetails: '',
  familyHistoryBreastOvarianCancer: 'No',
  familyMemberWithOvarianCancer: [],
  motherSideDetails: '',
  medicationHistory: [NO_MEDICATION],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
}

/** Consents as the form on the site does; a patient without an appointment does so on paper. */
async function consent({ sealer }: Site, database: Database, profileId: number, testOn: IsoDate) {
  const consentId = randomUUID()
  const agreedAt = (await databaseClock(database)).now()
  await database.transaction(async (transaction) => {
    await insertConsent(transaction, {
      consentId,
      profileId,
      testOn,
      textVersion: CONSENT_VERSION,
      textHash: CONSENT_TEXT_HASH,
      answersSealed: sealer.seal(JSON.stringify(ANSWERS), consentContext(consentId)),
      agreedAt,
    })
    await insertAudit(transaction, {
      actor: null,
      action: 'consent-given',
      subject: `consent:${consentId}`,
      requestId: null,
      operator: 'npm start',
    })
  })
}

async function bookAll(
  site: Site,
  database: Database,
  { date, patients }: Clinic,
  eventId: number,
) {
  const references = new Map<number, string>()
  for (const { profileId, time, walkIn } of patients) {
    await verify(database, profileId)
    if (walkIn) continue
    await consent(site, database, profileId, date)
    const outcome = await bookSlot(database, {
      eventId,
      profileId,
      startsAt: londonInstant(date, time),
      key: randomUUID(),
      paymentStatus: 'paid',
      requestId: randomUUID(),
    })
    const { appointmentId } = must('The booking of a sample patient', outcome)
    references.set(profileId, referenceNumber(appointmentId))
  }
  return references
}

const newLabel = () => randomLabel(() => randomInt(2 ** 32) / 2 ** 32)

/** What the laboratory sends of a tube. */
async function tubeOf(
  database: Database,
  { date }: Clinic,
  eventId: number,
  patient: SamplePatient,
): Promise<Tube> {
  const profile = await findAttendedPatient(database, patient.profileId, eventId)
  const label = newLabel()
  const cells = {
    laboratory: profile?.labName ?? '',
    label,
    surname: profile?.lastName.toUpperCase() ?? '',
    forename: profile?.firstName ?? '',
    date_of_birth: profile?.birthDate ?? '',
    nhs_number: '',
    collected_on: date,
    test: 'PSA',
    value: patient.value ?? '',
    unit: 'ng/mL',
    status: 'F',
    lab_ref: label,
    comments: '',
  }
  return { ...patient, label, cells }
}

/** Judges, by two clinicians where one is not enough, and releases what the samples give a colour. */
async function judgeAndRelease(
  { sealer }: Site,
  database: Database,
  clinic: Clinic,
  tubes: readonly (Tube & { shown: string })[],
): Promise<void> {
  const open = await findToJudge(
    database,
    (await listOpenResults(database)).map(({ resultId }) => resultId),
  )
  const judged = [...open.values()].flatMap((result) => {
    const tube = tubes.find(({ label, light }) => label === result.label && light !== undefined)
    return tube ? [{ id: result.resultId, revision: result.revision, ...tube }] : []
  })
  const rows = judged.map((one) =>
    csvLine([
      one.id,
      String(one.revision),
      one.label,
      one.shown,
      'ng/mL',
      one.light ?? '',
      one.riskGroup ?? 'low',
      one.retestInDays === undefined ? '' : addDays(clinic.date, one.retestInDays),
      one.comments ?? '',
    ]),
  )
  const header = csvLine(
    'result_id version label value unit light risk_group next_test comments'.split(' '),
  )
  const clock = await databaseClock(database)
  const [first, second] = CLINICIANS
  const approve = (lines: readonly string[], by: string) =>
    approveResults({ database, sealer, clock }, [header, ...lines].join(''), by)
  if (rows.length === 0) return
  must('The judgement', await approve(rows, first))
  const twice = rows.filter((_, at) => judged[at]?.light !== 'green')
  // A sheet without a row is refused.
  if (twice.length > 0) must('The second judgement', await approve(twice, second))
  const [red, others] = [true, false].map((isRed) =>
    judged.filter(({ light }) => (light === 'red') === isRed),
  ) as [typeof judged, typeof judged]
  await releaseResults(
    database,
    others.map(({ id }) => id),
    first,
  )
  for (const { id } of red) {
    await recordCall({ database, sealer }, id, { kind: 'spoken-to', details: '', by: first })
    await releaseResults(database, [id], first, { reason: undefined })
  }
  for (const { id } of judged.filter(({ withdrawn }) => withdrawn)) {
    await hideResult(database, 'withdraw', id, { by: first, reason: 'tube of another patient' })
  }
}

/** Imports values, judges them five days after the clinic, and releases them. */
async function takeOver(
  site: Site,
  clinic: Clinic,
  tubes: readonly Tube[],
  day: number,
  correction: boolean,
) {
  const sent = tubes.flatMap((tube) => {
    const shown = correction ? tube.correctedTo : tube.value
    return shown === undefined ? [] : [{ ...tube, shown }]
  })
  if (sent.length === 0) return
  const rows = sent.map(({ cells, shown }) => ({
    ...cells,
    value: shown,
    status: correction ? 'C' : 'F',
  }))
  await atDay(site, clinic, day, async (database) => {
    const outcome = await importLabFile(
      { database, sealer: site.sealer },
      labCsv(rows),
      COORDINATOR,
    )
    must('The laboratory file', outcome)
  })
  await atDay(site, clinic, day + 2, (database) => judgeAndRelease(site, database, clinic, sent))
}

/**
 * One past clinic: event, bookings, tubes, laboratory, colours, releases. A clinic that is there is left as it is. Returns the rows that
 * the laboratory has not sent yet.
 */
export async function createClinic(site: Site, clinic: Clinic): Promise<LabCells[]> {
  const begun = await atDay(site, clinic, -20, async (database) => {
    const known = await findEvents(database, { refs: [clinic.externalRef] }, { lock: false })
    if (known.length > 0) return undefined
    must(
      'The event',
      await importEvents({ database, sealer: site.sealer }, clinic.csv, 'npm start'),
    )
    const [event] = await findEvents(database, { refs: [clinic.externalRef] }, { lock: false })
    if (event === undefined) throw new Error('The event of a sample clinic is missing.')
    return {
      eventId: event.eventId,
      references: await bookAll(site, database, clinic, event.eventId),
    }
  })
  if (begun === undefined) return []
  const { eventId, references } = begun
  const tubes = await atDay(site, clinic, 0, async (database) => {
    const taken: Tube[] = []
    for (const patient of clinic.patients) {
      taken.push(await tubeOf(database, clinic, eventId, patient))
    }
    const csv = attendanceCsv(taken, references, eventId)
    must(
      'The attendance',
      await recordAttendance({ database, sealer: site.sealer }, csv, PHLEBOTOMIST),
    )
    return taken
  })
  await takeOver(site, clinic, tubes, 2, false)
  await takeOver(site, clinic, tubes, 8, true)
  return tubes.flatMap(({ value, cells }) => (value === undefined ? [cells] : []))
}
