import type { EventColumn } from '#events/server/saving/event-columns.ts'
import { type EventForm, FORM_FIELDS } from '#events/server/saving/event-form.ts'
import { type PostedForm, typedDate } from '#staff/rules/posted-form.ts'

/** What was typed and confirmed. */
export function eventFormOf(posted: PostedForm): EventForm {
  const typed = (field: EventColumn) =>
    field === 'event_date' ? typedDate(posted, field) : posted.text(field)
  return {
    fields: new Map(FORM_FIELDS.map((field) => [field, typed(field)])),
    choices: {
      accepted: new Set(posted.list('accept').map(Number).filter(Number.isSafeInteger)),
      changesProducts: posted.text('change_prices') === 'yes',
    },
  }
}
