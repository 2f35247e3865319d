import type { StaffMember } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { NEAR_MILES } from '#events/rules/distance.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'
import { districtsNear } from '#events/rules/places/near-districts.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { findWithoutUsableCode } from '#events/server/database/access-codes.ts'
import { countReaders, enqueueAnnouncements } from '#events/server/database/event-notices.ts'
import { findEvents } from '#events/server/database/event-records.ts'
import { findEvent } from '#events/server/database/events.ts'
import { noticePosition } from '#events/server/event-notices.ts'
import { auditEvent } from '#events/server/saving/staff-forms.ts'

type Deps = { readonly database: Database; readonly clock: Clock }

/** What the publication of an event does. */
export type Publishing = {
  readonly event: ScreeningEvent
  readonly version: number
  readonly isDraft: boolean
  /** The readers of notices near it, who get a mail. */
  readonly readers: number
  /** Why it cannot be published. */
  readonly refusal: string | undefined
}

export type PublishOutcome = 'published' | 'changed' | 'refused' | 'gone'

async function refusalOf({ database, clock }: Deps, event: ScreeningEvent) {
  if (event.cancelled) return 'The event is cancelled.'
  if (event.startsAt < clock.now()) return 'The event is in the past.'
  if (!event.isPrivate) return undefined
  const shut = await findWithoutUsableCode(database, [event.eventId])
  return shut.has(event.eventId)
    ? 'The event is private, and no access code opens it. Give it one first.'
    : undefined
}

async function countNear({ database }: Deps, event: ScreeningEvent): Promise<number> {
  const at = event.isPrivate ? undefined : noticePosition(event)
  if (at === undefined) return 0
  return countReaders(database, districtsNear(at, NEAR_MILES, ukPlaces()))
}

/** What the publication of this event would do; undefined when the event does not exist. */
export async function findPublishing(deps: Deps, eventId: number): Promise<Publishing | undefined> {
  const { database, clock } = deps
  const [known] = await findEvents(database, { ids: [eventId] }, { lock: false })
  const event = await findEvent(database, eventId, clock.now(), { withDrafts: true })
  if (event === undefined || known === undefined) return undefined
  const { version, isDraft } = known
  const [refusal, readers] = await Promise.all([refusalOf(deps, event), countNear(deps, event)])
  return { event, version, isDraft, readers, refusal }
}

/** Publishes the draft as the page showed it (EVM-01). A repeated request does nothing more; that of another form is refused. */
export async function publishEvent(
  deps: Deps,
  member: StaffMember,
  { eventId, version }: { readonly eventId: number; readonly version: number },
): Promise<PublishOutcome> {
  const { database } = deps
  const shown = await findPublishing(deps, eventId)
  if (shown === undefined) return 'gone'
  // The publication itself made the next version.
  if (!shown.isDraft) return shown.version === version + 1 ? 'published' : 'changed'
  if (shown.version !== version) return 'changed'
  if (shown.refusal !== undefined) return 'refused'
  const isDone = await database.transaction(async (transaction) => {
    const row = await transaction.kysely
      .updateTable('events')
      .set({ published_at: databaseNow })
      .where('event_id', '=', eventId)
      .where('version', '=', version)
      .where('published_at', 'is', null)
      .returning('event_id')
      .executeTakeFirst()
    if (row === undefined) return false
    await enqueueAnnouncements(transaction, [eventId])
    await auditEvent(transaction, member, 'event-published', eventId)
    return true
  })
  if (isDone) return 'published'
  const [now] = await findEvents(database, { ids: [eventId] }, { lock: false })
  return now?.isDraft === false ? 'published' : 'changed'
}
