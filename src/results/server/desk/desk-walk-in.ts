import { readReference } from '#booking/rules/appointment.ts'
import { findByReference } from '#booking/server/database/appointments.ts'
import { type IsoDate, londonDate } from '#core/rules/time.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import type { StaffMember } from '#core/server/caller.ts'
import type { Queries } from '#core/server/database/database.ts'
import { walkIn } from '#results/server/database/desk-steps.ts'
import { findEventDay } from '#results/server/database/event-days.ts'
import { findAppointmentPlace, lockPlaces } from '#results/server/database/results-samples.ts'
import { type DeskDeps, recordIdOf, recordingOf, STALE } from '#results/server/desk/desk-step.ts'
import { DESK_REFUSALS } from '#results/texts/desk.ts'

type WalkInForm = {
  readonly key: string
  /** A reference or a profile number. */
  readonly number: string
  readonly birthDate: IsoDate
}

/** The active profile that has this number, as a reference or as a profile number, and this birth date; undefined when none or two have. */
async function findPatient(
  db: Queries,
  { number, birthDate }: WalkInForm,
): Promise<number | undefined> {
  const digits = readReference(number)
  const [appointmentId] = digits === undefined ? [] : await findByReference(db, digits)
  const place =
    appointmentId === undefined ? undefined : await findAppointmentPlace(db, appointmentId)
  const named = [place?.profileId, wholeIdOf(number.trim())].filter((id) => id !== undefined)
  if (named.length === 0) return undefined
  const rows = await db.kysely
    .selectFrom('profiles')
    .select('profile_id')
    .where('profile_id', 'in', named)
    .where('birth_date', '=', birthDate)
    .where('is_active', '=', true)
    .execute()
  return rows.length === 1 ? rows[0]?.profile_id : undefined
}

/** Patients without an appointment (CLI-06). */
export const deskWalkIns = (deps: DeskDeps) => ({
  /** Gives the patient with this number and birth date a walk-in place; the id of their case, or what to do. */
  admit: (
    member: StaffMember,
    eventId: number,
    form: WalkInForm,
  ): Promise<{ caseId: string } | { fault: string }> =>
    deps.database.transaction(async (db) => {
      if (!isUuid(form.key)) return { fault: STALE }
      const profileId = await findPatient(db, form)
      const event = await findEventDay(db, eventId)
      if (profileId === undefined || event === undefined) {
        return {
          fault:
            'There is no patient with this number and this birth date. Compare both with the confirmation or the portal of the patient. Without an account the patient signs up first.',
        }
      }
      await lockPlaces(db, [profileId], [eventId])
      const source = event.date === londonDate(deps.clock.now()) ? 'online' : 'paper'
      const { by } = recordingOf(deps, member)
      const recordId = recordIdOf(form.key, `walk-in ${profileId}`)
      const done = await walkIn(db, { recordId, profileId, eventId, source, by })
      return done.ok ? { caseId: done.caseId } : { fault: DESK_REFUSALS[done.reason] }
    }),
})
