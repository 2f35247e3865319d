import { byOf, type StaffMember } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { countTold, findEvents, waitForImports } from '#events/server/database/event-records.ts'
import { findByFormKey } from '#events/server/database/staff-events.ts'
import { type EventForm, readEventForm } from '#events/server/saving/event-form.ts'
import type { EventRow, Fault, Places } from '#events/server/saving/event-row.ts'
import {
  EventsRefused,
  type EventToSave,
  findEventFaults,
  saveEvents,
} from '#events/server/saving/save-events.ts'

type Deps = { readonly database: Database; readonly sealer: Sealer; readonly clock: Clock }

/** What a form would do. */
export type EventPreview = {
  readonly faults: readonly Fault[]
  readonly places: Places | undefined
  /** How many booked patients get a mail about the change. */
  readonly told: number
}

/** The version that a form was made from, and how many mails it announced. */
export type Edit = { readonly eventId: number; readonly version: number; readonly told: number }

export type CreateOutcome = { readonly eventId: number } | { readonly preview: EventPreview }

export type EditOutcome =
  | { readonly kind: 'saved' | 'changed' | 'gone' }
  /** `told`: not as many patients get a mail as the form says. */
  | { readonly kind: 'faults' | 'told'; readonly preview: EventPreview }

/** Records who changed an event, in the transaction of the change. */
export const auditEvent = (
  db: Queries,
  member: StaffMember,
  action: 'event-created' | 'event-changed' | 'event-published',
  eventId: number,
) =>
  insertAudit(db, {
    actor: null,
    action,
    subject: `event:${eventId}`,
    requestId: null,
    operator: byOf(member, 'edit-events'),
    staffId: member.staffId,
  })

type Read = { readonly preview: EventPreview; readonly row: EventToSave | undefined }

/** Reads a form with every fault; `eventId` is null for a new event. Changes nothing. */
export async function readForm(
  { database, sealer, clock }: Deps,
  form: EventForm,
  eventId: number | null,
): Promise<Read> {
  const { faults, places, row, rest } = readEventForm(form)
  const saving = { sealer, choices: form.choices, now: clock.now() }
  if (row === undefined) {
    const compared = rest ? await findEventFaults(database, saving, [{ ...rest, eventId }]) : []
    // A fault that goes away with a neutral value comes from another field.
    const more = compared.filter(
      ({ field }) => field !== 'row' && !faults.some((fault) => fault.field === field),
    )
    return { preview: { faults: [...faults, ...more], places, told: 0 }, row }
  }
  const toSave: EventToSave = { ...row, eventId }
  const found = await findEventFaults(database, saving, [toSave])
  const told = eventId === null ? 0 : await countTold(database, { eventId, event: row.event })
  return { preview: { faults: found, places, told }, row: found.length > 0 ? undefined : toSave }
}

const save = (
  transaction: Queries,
  { sealer, clock }: Deps,
  { choices }: EventForm,
  row: EventToSave,
  formKey?: string,
) => saveEvents(transaction, { sealer, choices, now: clock.now(), isDraft: true, formKey }, [row])

/** The faults that arose since the form was checked. */
function faultsIn(error: unknown): readonly Fault[] {
  if (error instanceof EventsRefused) return error.faults
  throw error
}

/** Creates a draft. A repeated request with the same key creates nothing more. */
export async function createEvent(
  deps: Deps,
  member: StaffMember,
  form: EventForm,
  key: string,
): Promise<CreateOutcome> {
  const { database } = deps
  const before = await findByFormKey(database, key)
  if (before !== undefined) return { eventId: before }
  const { preview, row } = await readForm(deps, form, null)
  if (row === undefined) return { preview }
  try {
    return await database.transaction(async (transaction) => {
      await waitForImports(transaction)
      const known = await findByFormKey(transaction, key)
      if (known !== undefined) return { eventId: known }
      const { created } = await save(transaction, deps, form, row, key)
      const [eventId] = created
      if (eventId === undefined) throw new Error('A form created no event.')
      await auditEvent(transaction, member, 'event-created', eventId)
      return { eventId }
    })
  } catch (error) {
    return { preview: { ...preview, faults: faultsIn(error) } }
  }
}

/** Whether the event is as the form knew it, under its lock. */
async function staleness(
  transaction: Queries,
  { eventId, version, told }: Edit,
  { event }: EventRow,
): Promise<'changed' | 'told' | undefined> {
  const [known] = await findEvents(transaction, { ids: [eventId] }, { lock: true })
  if (known?.version !== version) return 'changed'
  return (await countTold(transaction, { eventId, event })) === told ? undefined : 'told'
}

/** Changes an event, when it is as the form knew it, and as many patients get a mail as the form says (EVM-05). */
export async function editEvent(
  deps: Deps,
  member: StaffMember,
  edit: Edit,
  form: EventForm,
): Promise<EditOutcome> {
  const { database } = deps
  const { eventId } = edit
  const [known] = await findEvents(database, { ids: [eventId] }, { lock: false })
  if (known === undefined) return { kind: 'gone' }
  if (known.version !== edit.version) return { kind: 'changed' }
  const { preview, row } = await readForm(deps, form, eventId)
  if (row === undefined) return { kind: 'faults', preview }
  try {
    const stale = await database.transaction(async (transaction) => {
      await waitForImports(transaction)
      const found = await staleness(transaction, edit, row)
      if (found !== undefined) return found
      await save(transaction, deps, form, row)
      await auditEvent(transaction, member, 'event-changed', eventId)
      return undefined
    })
    if (stale === 'told')
      return { kind: 'told', preview: (await readForm(deps, form, eventId)).preview }
    return { kind: stale ?? 'saved' }
  } catch (error) {
    return { kind: 'faults', preview: { ...preview, faults: faultsIn(error) } }
  }
}
