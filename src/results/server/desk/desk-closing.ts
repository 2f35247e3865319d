import type { StaffMember } from '#core/server/caller.ts'
import type { Queries } from '#core/server/database/database.ts'
import {
  type CloseOutcome,
  closeEvent,
  findHandedOver,
} from '#results/server/database/desk-steps.ts'
import { lockPlaces, miss } from '#results/server/database/results-samples.ts'
import { listRunSheet, type RunSheetRow } from '#results/server/database/run-sheets.ts'
import {
  type DeskDeps,
  fault,
  recordingOf,
  type StepResult,
} from '#results/server/desk/desk-step.ts'
import { DESK_REFUSALS } from '#results/texts/desk.ts'

/** The patients of an event without an outcome, and the tubes that are recorded. */
export type Closing = {
  readonly remaining: readonly RunSheetRow[]
  readonly here: readonly RunSheetRow[]
  readonly tubes: number
}

class NotAbsent extends Error {
  readonly result: StepResult
  constructor(result: StepResult) {
    super('The absences were not recorded.')
    this.name = 'NotAbsent'
    this.result = result
  }
}

async function readClosing(db: Queries, eventId: number): Promise<Closing> {
  const rows = await listRunSheet(db, eventId)
  return {
    remaining: rows.filter(({ state }) => state === 'remaining'),
    here: rows.filter(({ state }) => state === 'here'),
    tubes: rows.filter(({ label }) => label !== null).length,
  }
}

const CHANGED =
  'The list has changed since you opened this page. Nothing was recorded. Read it again.'

/** The end of an evening (CLI-05, CLI-10). */
export const deskClosing = (deps: DeskDeps) => ({
  /** What is still open; the caller records who sees it. */
  closing: (eventId: number): Promise<Closing> => readClosing(deps.database, eventId),

  /** Records that exactly these patients, who are all that remain, were absent; all or nothing. */
  async recordAbsent(
    member: StaffMember,
    eventId: number,
    appointmentIds: readonly string[],
  ): Promise<StepResult> {
    const { by } = recordingOf(deps, member, 'correct-attendance')
    try {
      return await deps.database.transaction(async (db) => {
        const before = await readClosing(db, eventId)
        const profileIds = before.remaining.map(({ profileId }) => profileId)
        await lockPlaces(db, profileIds, [eventId])
        const { remaining } = await readClosing(db, eventId)
        const ids = remaining.map(({ appointmentId }) => appointmentId ?? '').sort()
        if (ids.join() !== [...appointmentIds].sort().join()) return fault('form', CHANGED)
        for (const { appointmentId } of [...remaining].sort((a, b) => a.profileId - b.profileId)) {
          const done = await miss(db, appointmentId ?? '', { by, source: 'online' })
          if (!done.ok) throw new NotAbsent(fault('form', DESK_REFUSALS[done.reason]))
        }
        return { ok: true, isKnown: remaining.length === 0 }
      })
    } catch (error) {
      if (error instanceof NotAbsent) return error.result
      throw error
    }
  },

  /** Closes the event; `tubes` is the number that the courier took. `closedWith`: the number of an earlier closing, when it is another one. */
  close: (
    member: StaffMember,
    eventId: number,
    form: { tubes: number; explanation: string },
  ): Promise<CloseOutcome & { closedWith?: number }> => {
    const { by } = recordingOf(deps, member, 'correct-attendance')
    return deps.database.transaction(async (db) => {
      const outcome = await closeEvent(db, { event: eventId, ...form, by })
      const stored = outcome.isKnown ? await findHandedOver(db, eventId) : null
      return stored === null || stored === form.tubes ? outcome : { ...outcome, closedWith: stored }
    })
  },
})
