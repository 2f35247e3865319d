import * as z from 'zod/mini'
import { ENQUIRY_REFUSED } from '#content/texts/contact.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { line, lines, phoneLine } from '#core/contract/fields.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'

const given = (most: number) => z._default(line(most), '')

/**
 * POST /enquiries (ABOUT-05): the contact form, with the responses of a form service: success with the next link, or a card
 * that must be authenticated before the form is sent again with `resubmitKey`.
 */
export const createEnquiry = defineEndpoint({
  name: 'createEnquiry',
  method: 'POST',
  path: '/enquiries',
  summary: 'Sends a message to the charity.',
  access: 'public',
  formResult: 'contact',
  input: z.strictObject({
    'first-name': given(CHARACTER_LIMITS.name),
    'last-name': given(CHARACTER_LIMITS.name),
    email: given(CHARACTER_LIMITS.email),
    'phone-number': z._default(phoneLine, ''),
    message: z._default(lines(CHARACTER_LIMITS.enquiry), ''),
    resubmitKey: z.optional(line(200)),
    /** Honeypot: people do not see this field, so a value comes from a bot. */
    website: given(500),
  }),
  output: z.union([
    z.object({ status: z.literal('success'), next: z.string() }),
    z.object({
      status: z.literal('pending'),
      stripe: z.object({ paymentIntentClientSecret: z.string() }),
      resubmitKey: z.string(),
    }),
  ]),
  reasons: {
    'enquiry-refused': { status: 422, text: ENQUIRY_REFUSED },
  },
})
