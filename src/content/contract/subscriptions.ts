import * as z from 'zod/mini'
import { NEWSLETTER_LINK_INVALID, NEWSLETTER_TEXTS } from '#content/texts/newsletter.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { flag, line } from '#core/contract/fields.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { TOKEN_PATTERN } from '#core/rules/token.ts'
import { EMAIL_FORMAT } from '#core/texts/common.ts'

/** The output of every call of a subscription. */
export const subscriptionDone = z.object({ status: z.literal('success') })
const LINK_INVALID = { status: 410, text: NEWSLETTER_LINK_INVALID } as const
/** The input of a mailed link. */
export const linkToken = z.strictObject({
  token: z.string().check(z.regex(TOKEN_PATTERN)),
})

/**
 * POST /subscriptions (FORM-01): requests the newsletter; it starts when the mailed link is confirmed. The response is
 * the same for new, pending and subscribed addresses, so that it does not reveal who subscribes.
 */
export const createSubscription = defineEndpoint({
  name: 'createSubscription',
  method: 'POST',
  path: '/subscriptions',
  summary: 'Asks for the newsletter; a mail asks to confirm.',
  access: 'public',
  formResult: 'newsletter',
  input: z.strictObject({
    name: z._default(line(CHARACTER_LIMITS.name), ''),
    email: z._default(line(CHARACTER_LIMITS.email), ''),
    hear_about_event: z._default(flag, true),
    /** Honeypot: people do not see this field, so a value comes from a bot. */
    website: z._default(line(500), ''),
  }),
  output: subscriptionDone,
  reasons: {
    'subscription-incomplete': { status: 400, text: NEWSLETTER_TEXTS.incomplete },
    'email-invalid': { status: 400, text: EMAIL_FORMAT },
  },
})

/** POST /subscriptions/confirm: starts the newsletter (double opt-in); idempotent. */
export const confirmSubscription = defineEndpoint({
  name: 'confirmSubscription',
  method: 'POST',
  path: '/subscriptions/confirm',
  summary: 'Confirms a subscription by the mailed link.',
  access: 'public',
  formResult: 'newsletter-confirmation',
  input: linkToken,
  output: subscriptionDone,
  reasons: { 'link-invalid': LINK_INVALID },
})

/** POST /subscriptions/cancel: ends the newsletter by the same link, which never expires for this. */
export const cancelSubscription = defineEndpoint({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/subscriptions/cancel',
  summary: 'Ends a subscription by the mailed link.',
  access: 'public',
  formResult: 'newsletter-end',
  input: linkToken,
  output: subscriptionDone,
  reasons: { 'link-invalid': LINK_INVALID },
})
