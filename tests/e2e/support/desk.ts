import type { BrowserContext } from '@playwright/test'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { londonDate } from '#core/rules/time.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { bookPast } from '#tests/integration/results/lab-setup.ts'

export const BIRTH = '1961-02-03'
export const label = () => randomLabel(Math.random)

/** An event that began at midnight, with patients who have consented. */
export async function newEvening(surnames: readonly string[], day = londonDate(new Date())) {
  const database = siteDatabase()
  const eventId = await buildEvent(database, {
    event_on: day,
    start_time: '00:00',
    end_time: '00:10',
    session_minutes: 5,
    places_per_slot: Math.ceil(surnames.length / 2),
    total_spaces: surnames.length,
    lab_name: `Northgate Pathology ${label()}`,
    walk_in_places: 1,
  })
  const people = surnames.map((surname, at) => ({
    surname,
    forename: `Edwin${at}`,
    birthDate: BIRTH,
  }))
  const booked = await bookPast(database, eventId, people, day)
  return {
    eventId,
    list: `/staff/events/${eventId}`,
    references: booked.map(({ appointmentId }) => referenceNumber(appointmentId)),
    cases: booked.map(({ appointmentId }) => `/staff/events/${eventId}/patient/${appointmentId}`),
  }
}

/** A comparison that failed on the evening, of every patient of an event. */
export const failAtDesk = (eventId: number) =>
  sql(
    `select lab.record_at_desk(gen_random_uuid(), profile_id, event_id, appointment_id, kind, null, 'online', 'Bea Lund, phlebotomist')
       from app.appointments, unnest(array['arrived', 'identity-failed']) as kind where event_id = $1`,
    [eventId],
  )

export async function newDesk(context: BrowserContext, role: 'phlebotomist' | 'coordinator') {
  await signInAsStaff(context, [role])
  return await context.newPage()
}
