import * as z from 'zod/mini'
import { PASSWORD_WRONG } from '#account/contract/account-changes.ts'
import { typedPassword } from '#account/contract/accounts.ts'
import { CANCEL_REFUSALS } from '#booking/texts/appointments.ts'
import { defineEndpoint, pick } from '#core/contract/endpoint.ts'
import { isoDate } from '#core/contract/fields.ts'
import { SIGN_IN_PASSWORD_MISSING } from '#core/texts/account-forms.ts'
import { AGREED_REFUND } from '#payments/contract/agreed-refund.ts'
import { appointmentBegun, paymentUnderWay, resultPending } from '#portal/texts/own-data.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

/** POST /auth/profile/data: everything that is held about the caller, by table (PORT-04). A POST, because it is audited. */
export const exportOwnData = defineEndpoint({
  name: 'exportOwnData',
  method: 'POST',
  path: '/auth/profile/data',
  summary: 'Everything that is held about the caller.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({
    generated_at: z.iso.datetime(),
    sections: z.array(
      z.object({
        table: z.string(),
        title: z.string(),
        note: z.string(),
        fields: z.array(
          z.object({
            name: z.string(),
            label: z.string(),
            kind: z.optional(z.enum(['day', 'instant'])),
          }),
        ),
        rows: z.array(z.record(z.string(), value)),
      }),
    ),
  }),
  reasons: {},
})

/** Why an account cannot be closed yet. */
const CLOSING_REFUSALS = {
  'result-pending': { status: 409, text: resultPending('') },
  'appointment-begun': { status: 409, text: appointmentBegun('') },
  'payment-in-progress': { status: 409, text: paymentUnderWay('') },
} as const

/** GET /auth/profile/closing: what a closing of the account would keep and cancel now (PORT-05). */
export const previewClosing = defineEndpoint({
  name: 'previewClosing',
  method: 'GET',
  path: '/auth/profile/closing',
  summary: 'What closing the account would keep, and which appointments it would cancel.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({
    /** The last day on which the caller's tests are kept; null when there is none. */
    kept_until: z.nullable(isoDate),
    /** Whether what is stored by the caller's address alone goes too. */
    address_confirmed: z.boolean(),
    /** Whether records of payments are kept, without the caller's name: of those that were made, and of attempts. */
    payments_made: z.boolean(),
    payments_tried: z.boolean(),
    /** Upcoming appointments, by start. */
    cancelled: z.array(
      z.object({
        event_name: z.string(),
        appt_date: isoDate,
        appt_time: z.string(),
        /** What goes back of its payment, and until when; null when nothing was paid. */
        refund: z.nullable(z.object({ amount_pence: z.int(), due_on: isoDate })),
      }),
    ),
  }),
  reasons: CLOSING_REFUSALS,
})

/** POST /auth/profile/closing: closes the caller's account for good and ends every session (PORT-05). */
export const closeAccount = defineEndpoint({
  name: 'closeAccount',
  method: 'POST',
  path: '/auth/profile/closing',
  summary: 'Deletes the caller’s account, and all data that need not be kept.',
  access: 'patient',
  input: z.strictObject({
    password: typedPassword(SIGN_IN_PASSWORD_MISSING),
    ...AGREED_REFUND,
  }),
  output: z.object({ status: z.literal('success'), kept_until: z.nullable(isoDate) }),
  reasons: {
    ...PASSWORD_WRONG,
    ...CLOSING_REFUSALS,
    ...pick(CANCEL_REFUSALS, 'refund-changed'),
  },
})
