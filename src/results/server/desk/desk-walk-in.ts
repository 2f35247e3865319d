import { readReference } from '#booking/rules/appointment.ts'
import { findByReference } from '#booking/server/database/appointments.ts'
import { type IsoDate, londonDate } from '#core/rules/time.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import type { StaffMember } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
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

type Admitted = { readonly caseId: string } | { readonly fault: string }

const NOBODY: Admitted = {
  fault:
    'There is no patient with this number and this birth date. Compare both with the confirmation or the portal of the patient. Without an account the patient signs up first.',
}

async function admitPatient(
  db: Queries,
  { eventId, form, by, staffId, today }: AdmitCall,
): Promise<Admitted> {
  const profileId = await findPatient(db, form)
  const event = await findEventDay(db, eventId)
  if (profileId === undefined || event === undefined) {
    // Neither the number nor the birth date: what was typed may be another patient's.
    await insertAudit(db, {
      actor: null,
      action: 'walk-in-refused',
      subject: `event:${eventId}`,
      requestId: null,
      operator: by,
      staffId,
    })
    return NOBODY
  }
  await lockPlaces(db, [profileId], [eventId])
  const source = event.date === today ? 'online' : 'paper'
  const recordId = recordIdOf(form.key, `walk-in ${profileId}`)
  const done = await walkIn(db, { recordId, profileId, eventId, source, by })
  return done.ok ? { caseId: done.caseId } : { fault: DESK_REFUSALS[done.reason] }
}

type AdmitCall = {
  readonly eventId: number
  readonly form: WalkInForm
  readonly by: string
  readonly staffId: number
  readonly today: IsoDate
}

/** Patients without an appointment (CLI-06). */
export const deskWalkIns = (deps: DeskDeps) => ({
  /**
   * Gives the patient with this number and birth date a walk-in place; the id of their case, or what to do. Tries that find nobody are counted
   * and recorded: over the limit nothing is looked up.
   */
  async admit(member: StaffMember, eventId: number, form: WalkInForm): Promise<Admitted> {
    if (!isUuid(form.key)) return { fault: STALE }
    const use = ['walkInTryPerStaff', String(member.staffId)] as const
    const limited = await deps.limiter.count(use)
    if (limited !== undefined) {
      return { fault: limited.text ?? 'Too many tries found nobody. Ask a coordinator.' }
    }
    const { by } = recordingOf(deps, member)
    const call = { eventId, form, by, staffId: member.staffId, today: londonDate(deps.clock.now()) }
    const admitted = await deps.database.transaction((db) => admitPatient(db, call))
    if (admitted !== NOBODY) await deps.limiter.giveBack(use)
    return admitted
  },
})
