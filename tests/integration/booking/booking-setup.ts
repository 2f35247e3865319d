import { randomBytes, randomUUID } from 'node:crypto'
import type { createConsent } from '#booking/contract/consents.ts'
import { appointmentsService } from '#booking/server/appointments.ts'
import { consentsService } from '#booking/server/consents.ts'
import { holdsService } from '#booking/server/holds.ts'
import { waitingListService } from '#booking/server/waiting-list.ts'
import type { InputOf } from '#core/contract/endpoint.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { accessService } from '#events/server/access.ts'
import { eventTurns } from '#events/server/event-turns.ts'
import { eventsService } from '#events/server/events.ts'
import type { TestDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

export const CHARITY: Charity = {
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  bookingPhone: '01632 960100',
  supportEmail: 'help@halyard.example',
  email: 'hello@halyard.example',
  preparationAdvice: ['Please eat and drink as usual.'],
  address: ['Halyard Men’s Health', '4 Quayside Row'],
  charityNumber: '0000000',
  paymentCharge: { percent: 1.4, pence: 20 },
}

export const CONTEXT: RequestContext = {
  requestId: 'request-1',
  network: '192.0.2.1',
  userAgent: 'test',
  deviceCookie: undefined,
}

export const sealer = createSealer({
  data: [{ id: 'k1', key: randomBytes(32) }],
  lookup: randomBytes(32),
})

export const callerOf = (profileId: number): Patient => ({
  sessionId: randomUUID(),
  userId: randomUUID(),
  email: `patient-${profileId}@example.org`,
  profileId,
})

/** A patient without an access cookie; without an id, a visitor who is not signed in. */
export const visitorOf = (profileId: number | null = null) => ({
  profileId,
  accessToken: undefined,
})

/** Asks for an event as a visitor who is not signed in. */
export const nobody = async () => visitorOf()

/** The booking services of one process at the time `at`. Their clock is fixed; the clock of the database starts there and runs. */
export function servicesAt(
  test: TestDatabase,
  at: string,
  sharedForMs = { list: 0, event: 0 },
  takesPayments = false,
) {
  const now = new Date(at)
  const clockOffsetSeconds = (now.getTime() - Date.now()) / 1000
  const database = test.open({ poolMax: 4, clockOffsetSeconds })
  const clock = { now: () => now }
  const charity = () => Promise.resolve(CHARITY)
  const limiter = createLimiter(database, (text) => sealer.lookup(text, 'limit'))
  const timer = { now: () => 0, wait: async () => {} }
  const access = accessService({ database, limiter, sealer, timer })
  const { hasGrant } = access
  const events = eventsService({ database, clock, charity, hasGrant, takesPayments, sharedForMs })
  // No gate limits how many requests of a test are under way.
  const turns = eventTurns(100)
  return {
    database,
    clock,
    limiter,
    sealer,
    access,
    events,
    holds: holdsService({
      hasGrant,
      database,
      clock,
      sealer,
      charity,
      limiter,
      turns,
      takesPayments,
      perNetwork: { count: () => undefined },
      placesChanged: events.clearShared,
    }),
    appointments: appointmentsService({
      hasGrant,
      database,
      clock,
      sealer,
      limiter,
      charity,
      siteUrl: 'https://halyard.example',
      organizerEmail: 'bookings@halyard.example',
      hashNetwork: (network) => sealer.lookup(network, 'booking-network'),
      turns,
      takesPayments,
      nudgeJobs: () => {},
      placesChanged: () => {},
    }),
    waitingList: waitingListService({
      hasGrant,
      database,
      clock,
      sealer,
      limiter,
      turns,
      takesPayments,
      charity,
      placesChanged: events.clearShared,
      nudgeJobs: () => {},
    }),
    consents: consentsService({ database, clock, sealer, limiter, currentChoice: () => undefined }),
  }
}
export type BookingServices = ReturnType<typeof servicesAt>

export const holdInput = (
  eventId: number,
  date: string,
  time: string,
  key: string = randomUUID(),
) => ({
  event_id: eventId,
  appt_date: date,
  appt_time: time,
  idempotency_key: key,
})

/** The nullable fields of a booking request. */
const BOOKING = {
  appointmentEndTime: null,
  eventPrice: null,
  eventName: null,
  eventLocation: null,
  lab: null,
  product: null,
  paymentStatus: null,
}

export const bookingInput = (profileId: number, eventId: number, date: string, time: string) => ({
  ...BOOKING,
  profileId,
  eventId,
  eventDate: date,
  appointmentStartTime: time,
})

/** Any version is accepted while the current one is not known. */
const SOME_VERSION = '0123456789abcdef'

export const consentInput = (
  profileId: number,
  date: string,
  changes: Partial<InputOf<typeof createConsent>> = {},
): InputOf<typeof createConsent> => ({
  profileId,
  psaTestDate: date,
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'No',
  familyMemberWithProstateCancer: [],
  additionalProstateCancerDetails: '',
  familyHistoryBreastOvarianCancer: "Don't know",
  familyMemberWithOvarianCancer: [],
  motherSideDetails: '',
  medicationHistory: ['None'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
  choiceVersion: SOME_VERSION,
  ...changes,
})

/** Holds the slot, gives consent, books it and returns the id of the appointment. Throws when the booking is refused. */
export async function bookWithConsent(
  { holds, consents, appointments }: BookingServices,
  profileId: number,
  eventId: number,
  date: string,
  time: string,
): Promise<string> {
  await holds.create(holdInput(eventId, date, time), callerOf(profileId))
  await consents.create(consentInput(profileId, date), callerOf(profileId), CONTEXT)
  const outcome = await appointments.create(
    bookingInput(profileId, eventId, date, time),
    callerOf(profileId),
    CONTEXT,
  )
  if (!outcome.ok) throw new Error(`not booked: ${outcome.reason}`)
  return outcome.value.appointment_id
}

/** All rows of the audit log, oldest first. */
export async function auditLog(
  database: SqlDatabase,
): Promise<{ action: string; subject: string }[]> {
  const { rows } = await database.query<{ action: string; subject: string }>(
    'select action, subject from app.audit_log order by audit_id',
  )
  return rows
}

/** The templates of the mails queued for an appointment, in order. */
export async function mailTemplatesOf(
  { database }: BookingServices,
  appointmentId: string,
): Promise<string[]> {
  const { rows } = await database.query<{ template: string }>(
    `select payload ->> 'template' as template from app.jobs
      where payload ->> 'appointment_id' = $1 order by job_id`,
    [appointmentId],
  )
  return rows.map(({ template }) => template)
}
