import { NEWSLETTER_WORDS, newsletterError } from '#domain/newsletter.ts'

/** What /form-result says after a plain form (SITE-10). */
export type FormResult = {
  title: string
  text: string
  isGood: boolean
  /** Where to go from here. */
  back: { href: string; label: string }
}

type Words = { title: string; text: string }
type Form = {
  good: Words
  badTitle: string
  bad: Record<string, string>
  /** What to do when it went wrong. */
  advice: string
  back: FormResult['back']
}

const TRY_AGAIN = 'Please go back one page: what you wrote should still be there. Then try again.'
const COMMON: Record<string, string> = {
  invalid: 'Please check every field.',
  'too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  unavailable: 'This service is not available at the moment. Please try again shortly.',
  'too-large': 'The message is too long.',
}
const LINK = {
  'link-invalid': 'This link has expired or is not complete. Please subscribe again.',
  invalid: 'This link is not complete. Please copy the whole of it from our message.',
}
const NEWS = { href: '/news', label: 'Go to the news' }

const FORMS: Record<string, Form> = {
  newsletter: {
    good: {
      title: NEWSLETTER_WORDS.success,
      text: 'One step is left: we have sent you a message. Please open the link in it to confirm that the address is yours.',
    },
    badTitle: 'You are not subscribed yet',
    bad: {
      'subscription-incomplete': NEWSLETTER_WORDS.incomplete,
      'email-invalid': newsletterError(
        'Enter an e-mail address in the correct format, like name@example.com.',
      ),
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
    bad: LINK,
    advice: '',
    back: NEWS,
  },
  'newsletter-end': {
    good: { title: 'You are unsubscribed', text: 'We will not send you the newsletter any more.' },
    badTitle: 'We could not end your subscription',
    bad: LINK,
    advice: '',
    back: NEWS,
  },
  contact: {
    good: {
      title: 'Thank you for reaching out! We will get back to you soon.',
      text: 'Your message is with us. If it is urgent, please call.',
    },
    badTitle: 'Your message was not sent',
    bad: {
      invalid: 'Every field is needed, and the e-mail address must be complete.',
      'enquiry-refused': 'Our form service did not take the message.',
    },
    advice: TRY_AGAIN,
    back: { href: '/about-us', label: 'Go to About us' },
  },
}

/** The words for a form's result; undefined when no form of that name exists. An unknown reason is a failure. */
export function formResult(form: string | null, result: string | null): FormResult | undefined {
  const known = form !== null && Object.hasOwn(FORMS, form) ? FORMS[form] : undefined
  if (known === undefined) return undefined
  const { good, badTitle, bad, advice, back } = known
  if (result === 'ok') return { ...good, isGood: true, back }
  const reason = result ?? ''
  const words = new Map(Object.entries({ ...COMMON, ...bad })).get(reason)
  const text = `${words ?? NEWSLETTER_WORDS.network} ${advice}`.trim()
  return { title: badTitle, text, isGood: false, back }
}
