import { randomUUID } from 'node:crypto'
import { createAppointment } from '#booking/contract/appointments.ts'
import { createHold } from '#booking/contract/holds.ts'
import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import type { TestService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'

export type LocalPatient = {
  readonly profileId: number
  readonly email: string
  readonly visitor: Visitor
}

/** A patient with a session, made in the database. */
export async function newLocalPatient(
  { db, visitor: newVisitor }: TestService,
  overrides: Parameters<typeof buildProfile>[1] = {},
): Promise<LocalPatient> {
  const userId = randomUUID()
  const email = `${userId}@example.org`
  const profileId = await buildProfile(db.database, { ...overrides, user_id: userId, email })
  const visitor = newVisitor()
  const secret = await openSession(db.database, { userId, email, device: 'Test browser' })
  visitor.cookies.set(sessionCookieName(SITE_URL), secret)
  visitor.cookies.set(SIGNED_IN_COOKIE, '1')
  return { profileId, email, visitor }
}

/** Books by the API; the patient's consent is stored already. Answers the appointment's id. */
export async function bookAt(
  { visitor, profileId }: LocalPatient,
  { eventId, day, time }: { eventId: number; day: string; time: string },
): Promise<string> {
  const at = { event_id: eventId, appt_date: day, appt_time: time }
  await visitor.call(createHold, { ...at, idempotency_key: randomUUID() })
  const booked = await visitor.call(createAppointment, {
    profileId,
    eventId,
    eventDate: day,
    appointmentStartTime: time,
  })
  if (booked.status !== 201) throw new Error(`not booked: ${booked.text}`)
  return String(booked.body['appointment_id'])
}
