import * as z from 'zod/mini'
import { REMINDER_TEXTS } from '#booking/texts/reminders.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { TOKEN_PATTERN } from '#core/rules/token.ts'

/** What a reminder's link shows (ours, REM-01): the time that its mail names, and what became of the appointment since. */
const reminderOnWire = z.object({
  state: z.enum(['upcoming', 'moved', 'cancelled', 'over']),
  starts_at: z.iso.datetime(),
  /** Until when the patient can change the appointment online, and whether that is still ahead. */
  changeable_until: z.iso.datetime(),
  may_change: z.boolean(),
  /** When the patient answered 'I will come'. */
  confirmed_at: z.nullable(z.iso.datetime()),
})
export type ReminderOnWire = z.output<typeof reminderOnWire>

const input = z.strictObject({
  token: z.string().check(z.regex(TOKEN_PATTERN, { error: REMINDER_TEXTS.linkInvalid })),
})

const LINK_INVALID = { 'link-invalid': { status: 404, text: REMINDER_TEXTS.linkInvalid } } as const

/** POST /reminders/read: by POST, so that the token is in no address. Changes nothing. */
export const readReminder = defineEndpoint({
  name: 'readReminder',
  method: 'POST',
  path: '/reminders/read',
  summary: 'The appointment of a reminder’s link.',
  access: 'public',
  input,
  output: reminderOnWire,
  reasons: LINK_INVALID,
})

/** POST /reminders/confirm: 'I will come'; repeated, it changes nothing. */
export const confirmAttendance = defineEndpoint({
  name: 'confirmAttendance',
  method: 'POST',
  path: '/reminders/confirm',
  summary: 'The patient of a reminder’s link will come.',
  access: 'public',
  input,
  output: reminderOnWire,
  reasons: {
    ...LINK_INVALID,
    'not-upcoming': { status: 409, text: REMINDER_TEXTS.notUpcoming },
  },
})
