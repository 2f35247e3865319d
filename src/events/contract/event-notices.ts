import * as z from 'zod/mini'
import { linkToken, subscriptionDone } from '#content/contract/subscriptions.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/fields.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { EMAIL_FORMAT } from '#core/texts/common.ts'
import { NOTICE_TEXTS } from '#events/texts/event-notices.ts'

const LINK_INVALID = { status: 410, text: NOTICE_TEXTS.linkInvalid } as const

/** The address of `List-Unsubscribe`, with the token of a mail in its query. Mail programs call it without a session. */
export const ONE_CLICK_PATH = '/event-notices/end'

/**
 * POST /event-notices (EVL-10): requests mails about new events near a postcode. They start when the mailed link is
 * confirmed. The response is the same for every address.
 */
export const createEventNotice = defineEndpoint({
  name: 'createEventNotice',
  method: 'POST',
  path: '/event-notices',
  summary: 'Asks for notices of new events near a postcode; a mail asks to confirm.',
  access: 'public',
  formResult: 'event-notice',
  input: z.strictObject({
    /** A postcode, its district or its area; the district or area alone is stored. */
    postcode: z._default(line(CHARACTER_LIMITS.postCode), ''),
    email: z._default(line(CHARACTER_LIMITS.email), ''),
    /** Honeypot: people do not see this field, so a value comes from a bot. */
    website: z._default(line(500), ''),
  }),
  output: subscriptionDone,
  reasons: {
    'postcode-unknown': { status: 400, text: NOTICE_TEXTS.postcodeUnknown },
    'email-invalid': { status: 400, text: EMAIL_FORMAT },
  },
})

/** POST /event-notices/confirm: starts the notices (double opt-in); idempotent. */
export const confirmEventNotice = defineEndpoint({
  name: 'confirmEventNotice',
  method: 'POST',
  path: '/event-notices/confirm',
  summary: 'Confirms notices of events by the mailed link.',
  access: 'public',
  formResult: 'event-notice-confirmation',
  input: linkToken,
  output: subscriptionDone,
  reasons: { 'link-invalid': LINK_INVALID },
})

/** POST /event-notices/cancel: ends the notices by the link of any of their mails. */
export const cancelEventNotice = defineEndpoint({
  name: 'cancelEventNotice',
  method: 'POST',
  path: '/event-notices/cancel',
  summary: 'Ends notices of events by the mailed link.',
  access: 'public',
  formResult: 'event-notice-end',
  input: linkToken,
  output: subscriptionDone,
  reasons: { 'link-invalid': LINK_INVALID },
})
