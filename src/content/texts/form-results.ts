import { ENQUIRY_SENT } from '#content/texts/contact.ts'
import {
  NEWSLETTER_LINK_INVALID,
  NEWSLETTER_NEXT_STEP,
  NEWSLETTER_TEXTS,
  newsletterError,
} from '#content/texts/newsletter.ts'
import { EMAIL_FORMAT } from '#core/texts/common.ts'
import { NOTICE_TEXTS } from '#events/texts/event-notices.ts'
import { EVENT_LINKS } from '#events/texts/events.ts'

/** A form of the page /form-result, which shows the result of a form that was sent without script (SITE-10). */
type FormResultTexts = {
  readonly good: { readonly title: string; readonly text: string }
  readonly badTitle: string
  /** By the reason of the refusal; other reasons have `FORM_RESULT_REASONS` or `FORM_FAILED`. */
  readonly bad: Readonly<Record<string, string>>
  /** What to do after a failure. */
  readonly advice: string
  readonly back: { readonly href: string; readonly label: string }
}

const TRY_AGAIN = 'Please go back one page: what you wrote should still be there. Then try again.'
const NEWS = { href: '/news', label: 'Go to the news' }
const EVENTS = { href: '/book-event-main', label: EVENT_LINKS.all }
const LINK_REFUSED = {
  'link-invalid': NEWSLETTER_LINK_INVALID,
  invalid: 'This link is not complete. Please copy the whole of it from our message.',
}
const NOTICE_LINK_REFUSED = { ...LINK_REFUSED, 'link-invalid': NOTICE_TEXTS.linkInvalid }

/** Refusals that every form may get. */
export const FORM_RESULT_REASONS: Readonly<Record<string, string>> = {
  invalid: 'Please check every field.',
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  unavailable: 'This service is not available at the moment. Please try again shortly.',
  'too-large': 'The message is too long.',
}

/** The result texts by form: the `formResult` of an endpoint. */
export const FORM_RESULT_TEXTS: Readonly<Record<string, FormResultTexts>> = {
  newsletter: {
    good: {
      title: NEWSLETTER_TEXTS.success,
      text: NEWSLETTER_NEXT_STEP,
    },
    badTitle: 'You are not subscribed yet',
    bad: {
      'subscription-incomplete': NEWSLETTER_TEXTS.incomplete,
      'email-invalid': newsletterError(EMAIL_FORMAT),
    },
    advice: TRY_AGAIN,
    back: NEWS,
  },
  'newsletter-confirmation': {
    good: {
      title: 'Thank you. You will hear from us.',
      text: 'Your subscription is confirmed. Every newsletter tells you how to stop it.',
    },
    badTitle: 'We could not confirm your subscription',
    bad: LINK_REFUSED,
    advice: '',
    back: NEWS,
  },
  'newsletter-end': {
    good: { title: 'You are unsubscribed', text: 'We will not send you the newsletter any more.' },
    badTitle: 'We could not end your subscription',
    bad: LINK_REFUSED,
    advice: '',
    back: NEWS,
  },
  'event-notice': {
    good: { title: 'Thank you', text: NOTICE_TEXTS.sent },
    badTitle: 'We could not take your address',
    bad: { 'postcode-unknown': NOTICE_TEXTS.postcodeUnknown, 'email-invalid': EMAIL_FORMAT },
    advice: TRY_AGAIN,
    back: EVENTS,
  },
  'event-notice-confirmation': {
    good: {
      title: 'Thank you. You will hear from us.',
      text: 'We will write when there is a new event near you. Every message tells you how to stop it.',
    },
    badTitle: 'We could not confirm your address',
    bad: NOTICE_LINK_REFUSED,
    advice: '',
    back: EVENTS,
  },
  'event-notice-end': {
    good: { title: 'We have stopped', text: 'We will not write about new events any more.' },
    badTitle: 'We could not stop the messages',
    bad: NOTICE_LINK_REFUSED,
    advice: '',
    back: EVENTS,
  },
  contact: {
    good: { title: ENQUIRY_SENT, text: 'Your message is with us. If it is urgent, please call.' },
    badTitle: 'Your message was not sent',
    bad: {
      invalid: 'Every field is needed, and the email address must be complete.',
      'enquiry-refused': 'Our form service did not take the message.',
    },
    advice: TRY_AGAIN,
    back: { href: '/about-us', label: 'Go to About us' },
  },
}
