import * as z from 'zod/mini'
import { SMS_TEXTS } from '#booking/texts/reminders.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'

/** A patient's choice about text messages (ours, REM-02). */
const smsOnWire = z.object({
  /** Whether this site sends text messages. */
  available: z.boolean(),
  wants: z.boolean(),
  /** When the choice was made; null before the first. */
  chosen_at: z.nullable(z.iso.datetime()),
  /** Whether the profile's number is a mobile of the United Kingdom. */
  has_mobile: z.boolean(),
})
export type SmsOnWire = z.output<typeof smsOnWire>

/** GET /sms: the caller's own choice. */
export const getSmsChoice = defineEndpoint({
  name: 'getSmsChoice',
  method: 'GET',
  path: '/sms',
  summary: 'Whether the caller wants text messages.',
  access: 'patient',
  input: z.strictObject({}),
  output: smsOnWire,
  reasons: {},
})

/** POST /sms: starts or stops text messages to the caller. */
export const setSmsChoice = defineEndpoint({
  name: 'setSmsChoice',
  method: 'POST',
  path: '/sms',
  summary: 'Starts or stops text messages to the caller.',
  access: 'patient',
  input: z.strictObject({ wants: z.boolean() }),
  output: smsOnWire,
  reasons: {
    'no-mobile': { status: 409, text: SMS_TEXTS.noMobile },
    'sms-off': { status: 409, text: SMS_TEXTS.off },
  },
})
