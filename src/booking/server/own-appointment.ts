import { refuseForeign } from '#account/server/foreign-access.ts'
import { type Appointment, findAppointment } from '#booking/server/database/appointments.ts'
import type { Patient, RequestContext, Visitor } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { EventTurns } from '#events/server/event-turns.ts'

export type AppointmentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  readonly siteUrl: string
  /** The address that mails come from. */
  readonly organizerEmail: string
  charity(): Promise<Charity>
  /** A keyed hash: the network of a booking is never stored itself. */
  hashNetwork(network: string): Buffer
  readonly turns: EventTurns
  /** Whether this site has a payment provider. */
  readonly takesPayments: boolean
  /** Whether the patient gave an open code of this private event. */
  hasGrant(eventId: number, visitor: Visitor): Promise<boolean>
  nudgeJobs(): void
  /** The next answers about events read the places again. */
  placesChanged(): void
}

/** The caller's own appointment; a hold that was never booked is not found, another patient's is refused and audited (API-08). */
export async function findOwn(
  database: Database,
  appointmentId: string,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<Appointment, 'appointment-not-found'>> {
  const appointment = await findAppointment(database, appointmentId)
  if (appointment === undefined || appointment.bookedAt === null) {
    return refused('appointment-not-found')
  }
  if (appointment.profileId === caller.profileId) return done(appointment)
  return refuseForeign(database, caller, `appointment:${appointmentId}`, context)
}
