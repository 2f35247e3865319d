import type { StaffMember } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import {
  findStoredEvent,
  listStaffEvents,
  listTowns,
  type StaffEventFilter,
} from '#events/server/database/staff-events.ts'
import type { EventForm } from '#events/server/saving/event-form.ts'
import { findPublishing, publishEvent } from '#events/server/saving/publishing.ts'
import { createEvent, type Edit, editEvent, readForm } from '#events/server/saving/staff-forms.ts'

export type StaffEventDeps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
  /** The next answers of the public lists are read again. */
  placesChanged(): void
  nudgeJobs(): void
}

/** Events for the staff (EVM-01, EVM-05, EVM-06). Each change and its audit row are one transaction. */
export function staffEventsService(deps: StaffEventDeps) {
  const { database, clock } = deps
  /** Mails leave now, and the public pages follow. */
  function changed() {
    deps.placesChanged()
    deps.nudgeJobs()
  }
  return {
    list: (filter: StaffEventFilter) => listStaffEvents(database, clock.now(), filter),
    listTowns: (show: StaffEventFilter['show']) => listTowns(database, clock.now(), show),
    find: (eventId: number) => findStoredEvent(database, eventId),

    /** What a form would do; `eventId` is null for a new event. Changes nothing. */
    preview: async (form: EventForm, eventId: number | null) =>
      (await readForm(deps, form, eventId)).preview,
    create: (member: StaffMember, form: EventForm, key: string) =>
      createEvent(deps, member, form, key),
    async edit(member: StaffMember, edit: Edit, form: EventForm) {
      const outcome = await editEvent(deps, member, edit, form)
      if (outcome.kind === 'saved') changed()
      return outcome
    },

    findPublishing: (eventId: number) => findPublishing(deps, eventId),
    async publish(member: StaffMember, draft: { eventId: number; version: number }) {
      const outcome = await publishEvent(deps, member, draft)
      if (outcome === 'published') changed()
      return outcome
    },
  }
}
