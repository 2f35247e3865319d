import { randomUUID } from 'node:crypto'
import { updateProfile } from '#account/contract/profiles.ts'
import type { Wiring } from '#app/wiring.ts'
import { createAppointment } from '#booking/contract/appointments.ts'
import { createHold } from '#booking/contract/holds.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { hashToken } from '#core/server/security/token.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildConsent, buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Answer, createLocalVisitor, type Visitor } from '#tests/fixtures/visitor.ts'

export type Account = { readonly userId: string; readonly email: string }

/** Details that no other person of the matrix has: they may appear in the owner's answers only. */
export const CANARIES = {
  first_name: 'Quillon',
  last_name: 'Tresswick',
  phone: '01206 555 0177',
  home_address: '7 Heronsgate Mews, Colchester, CO2 7QT, England',
  nhs_number: '9434765919',
} as const

/** The patient whose data the others ask for; `placeId` is their hold or booked appointment. */
export type Owner = Account & {
  readonly profileId: number
  readonly sessionId: string
  readonly eventId: number
  readonly day: string
  readonly times: readonly string[]
  readonly placeId: string
  /** A full event, and their entry of its waiting list. */
  readonly fullEventId: number
  readonly waitingId: string
  /** The provider's order of a payment that they began. */
  readonly orderId: string
}

/** The API under attack, sound or broken on purpose, and its database. */
export type Attacked = { readonly api: Wiring['api']; readonly database: SqlDatabase }

export const newAccount = (): Account => {
  const userId = randomUUID()
  return { userId, email: `${userId}@example.org` }
}

const newSession = (database: SqlDatabase, account: Account) =>
  openSession(database, { ...account, device: 'Test browser' })

/** A browser with the session secret, or with none. */
export function browserOf({ api }: Pick<Attacked, 'api'>, secret: string | undefined): Visitor {
  const visitor = createLocalVisitor({ api })
  if (secret !== undefined) visitor.cookies.set(sessionCookieName(SITE_URL), secret)
  return visitor
}

/** A new session of the account; each request of the matrix has its own, because some end theirs. */
export async function browserOfAccount(attacked: Attacked, account: Account): Promise<Visitor> {
  return browserOf(attacked, await newSession(attacked.database, account))
}

/** A browser whose session the account has ended. */
export async function endedBrowserOf(attacked: Attacked, account: Account): Promise<Visitor> {
  const secret = await newSession(attacked.database, account)
  await attacked.database.query(
    'update app.sessions set ended_at = app.clock_now() where secret_hash = $1',
    [hashToken(secret)],
  )
  return browserOf(attacked, secret)
}

/** A patient without appointments. */
export async function newPatientAccount(
  database: SqlDatabase,
  overrides: Parameters<typeof buildProfile>[1] = {},
): Promise<Account & { profileId: number }> {
  const account = newAccount()
  const profile = { ...overrides, user_id: account.userId, email: account.email }
  return { ...account, profileId: await buildProfile(database, profile) }
}

const expectDone = ({ status, text }: Answer) => {
  if (status >= 300) throw new Error(`the owner's preparation answered ${status}: ${text}`)
}

async function sessionIdOf({ query }: SqlDatabase, { userId }: Account): Promise<string> {
  const { rows } = await query<{ session_id: string }>(
    'select session_id from app.sessions where user_id = $1',
    [userId],
  )
  return rows[0]?.session_id ?? ''
}

async function joinFullEvent(database: SqlDatabase, profileId: number) {
  const fullEventId = await buildEvent(database, { total_spaces: 0 })
  const { rows } = await database.query<{ waiting_id: string }>(
    `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
     values ($1, $2, true, true, true, app.clock_now()) returning waiting_id`,
    [fullEventId, profileId],
  )
  return { fullEventId, waitingId: rows[0]?.waiting_id ?? '' }
}

/** A payment with an order that nothing has captured. */
async function beginOrder(
  { query }: SqlDatabase,
  place: { profileId: number; eventId: number; placeId: string },
): Promise<string> {
  const orderId = `ORDER-${randomUUID()}`
  const paymentId = randomUUID()
  await query(
    `insert into app.payments (payment_id, appointment_id, profile_id, event_id, amount_pence, state, created_at, updated_at)
     values ($1, $2, $3, $4, 2500, 'creating', app.clock_now(), app.clock_now())`,
    [paymentId, place.placeId, place.profileId, place.eventId],
  )
  await query(`select booking.note_order($1, $2)`, [paymentId, orderId])
  return orderId
}

/** A new patient with the canary details, a session on another device, a consent, and a place. The API is a sound one. */
export async function newOwner(sound: Attacked, place: 'held' | 'booked'): Promise<Owner> {
  const { database } = sound
  const { first_name, last_name, phone, home_address, nhs_number } = CANARIES
  const details = { first_name, last_name, phone, home_address }
  const account = await newPatientAccount(database, details)
  const { email, profileId } = account
  const visitor = await browserOfAccount(sound, account)
  const sessionId = await sessionIdOf(database, account)
  expectDone(await visitor.call(updateProfile, { email, nhs_number }))
  const eventId = await buildEvent(database, { places_per_slot: 10, total_spaces: 200 })
  const slots = await slotsOf(database, eventId)
  const [day, times] = [londonDate(slots[0] ?? new Date()), slots.map(londonTime)]
  await buildConsent(database, profileId, day)
  const at = { event_id: eventId, appt_date: day, appt_time: times[0] }
  const held = await visitor.call(createHold, { ...at, idempotency_key: randomUUID() })
  expectDone(held)
  if (place === 'booked') {
    const booking = { profileId, eventId, eventDate: day, appointmentStartTime: times[0] }
    expectDone(await visitor.call(createAppointment, booking))
  }
  const placeId = String(held.body['hold_id'])
  const waiting = await joinFullEvent(database, profileId)
  const orderId = await beginOrder(database, { profileId, eventId, placeId })
  return { ...account, sessionId, eventId, day, times, placeId, ...waiting, orderId }
}

/** Everything stored about the owner that another caller could change, as one text. */
export async function storedOf(database: SqlDatabase, owner: Owner): Promise<string> {
  const { rows } = await database.query<{ stored: unknown }>(
    `select jsonb_build_array(
       (select jsonb_agg(to_jsonb(p)) from app.profiles p where p.profile_id = $1),
       (select jsonb_agg(to_jsonb(a) order by a.appointment_id) from app.appointments a where a.profile_id = $1),
       (select count(*) from app.consents c where c.profile_id = $1),
       (select jsonb_agg(to_jsonb(y)) from app.payments y where y.profile_id = $1),
       (select jsonb_agg(to_jsonb(w)) from app.waiting_entries w where w.profile_id = $1),
       (select s.ended_at from app.sessions s where s.session_id = $2)) as stored`,
    [owner.profileId, owner.sessionId],
  )
  return JSON.stringify(rows[0]?.stored)
}
