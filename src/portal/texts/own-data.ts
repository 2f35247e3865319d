import { KEPT } from '#core/rules/kept-data.ts'
import { AUDIT_YEARS, PAYMENT_YEARS, RETENTION_YEARS } from '#core/rules/retention.ts'
import { formatLongDate, type IsoDate } from '#core/rules/time.ts'
import { spelledCountOf } from '#core/texts/count.ts'

/** Words of 'Download my data', 'Delete my account' and the list of consents (PORT-04, PORT-05, PORT-06). */

/** In place of what is found by the address alone, and of results, while the address is not confirmed (AUTH-12). */
export const NOT_CONFIRMED =
  'Left out, because you have not confirmed your email address: please confirm it first, then make the file again.'

/** What the identity service records automatically, beside our tables. */
const SIGN_IN_LOG =
  'each sign-in, sign-out and change of password or email address, with the time, the email address and the IP address of the connection'

/** In the file, and beside its button. */
export const NOT_IN_THE_FILE = `The service that signs you in keeps a log of its own: ${SIGN_IN_LOG}. It is not in this file; if you want a copy, please ask us.`

export const DOWNLOAD = {
  title: 'Download my data',
  text: 'What is stored about you on this site: your details, consents with your answers, appointments, payments, messages, and who did what when. The file is made when you ask for it.',
  page: 'Download as a page to read',
  json: 'Download as JSON',
  notConfirmed:
    'You have not confirmed your email address yet. Until you do, the file has no results, and nothing that we only find by the address: what you wrote to us, your newsletter subscription, your notices of new events and the codes for a forgotten password.',
  busy: 'Collecting your data…',
  done: 'Your file is ready. It contains medical answers: keep it where others cannot read it.',
  failed: 'Your data could not be collected. Please try again.',
} as const

export const CLOSING = {
  title: 'Delete my account',
  intro: `You can delete your account at any time. If you were tested with us, we must keep your tests, their results and your consents until ${spelledCountOf(RETENTION_YEARS, 'year')} after the last test. We show what is deleted and what is kept before anything happens.`,
  open: 'Delete my account…',
  now: 'What is deleted now',
  kept: 'What we keep',
  cancelled: 'These appointments are cancelled first',
  final: 'This cannot be undone. A new account with the same address would begin empty.',
  download:
    'If you want a copy of your data, use ‘Download my data’ on this page first. The letters with your results are at',
  letters: 'Medical results',
  password: 'Your password',
  confirm: 'Delete my account for good',
  busy: 'Deleting…',
  dismiss: 'Keep my account',
  failed: 'Your account was not deleted. Please try again.',
  previewFailed: 'We cannot tell at the moment what would be deleted. Please try again.',
  doneTitle: 'Your account is deleted',
  done: 'You are signed out everywhere. We send a last message to your email address when the deletion is complete.',
} as const

/** What goes with every closing. */
export const DELETED_NOW = [
  'Your sign-in: email address and password, on all devices.',
  'Your email address, phone number, addresses, occupation, ethnicity and gender.',
  'Appointments that did not take place, and the consents for them.',
] as const

/** What also goes when the address is confirmed. */
export const DELETED_OF_ADDRESS =
  'Your newsletter subscription, your notices of new events, and what you wrote to us with the contact form from this address.'

/** What stays when the address is not confirmed. */
export const KEPT_OF_ADDRESS =
  'A newsletter subscription or notices of new events of your email address, and messages of the contact form from it: you have not confirmed the address, so we do not know that they are yours. Confirm it first if you want them deleted too.'

const callUs = (helpline: string): string =>
  `Please call us${helpline && ` on ${helpline}`} if you have questions.`

/** A sample of the patient waits for its result, or a result is held. `helpline` is empty while it is not known. */
export const resultPending = (helpline: string): string =>
  `Your result is still to come. We can delete your account only after that, because the result could not reach you. ${callUs(helpline)}`

/** The event has begun, and it is not recorded yet whether a sample was taken. `helpline` is empty while it is not known. */
export const appointmentBegun = (helpline: string): string =>
  `The event of your appointment has begun, and we have not recorded everything of it yet. We can delete your account only after that, because a result could not reach you. ${callUs(helpline)}`

/** Money may be taken at this moment, or the provider has not decided. `helpline` is empty while it is not known. */
export const paymentUnderWay = (helpline: string): string =>
  `We are checking your payment. We can delete your account only after that, so that your money is not lost. ${callUs(helpline)}`

/** What is also deleted when the patient was never tested. */
export const DELETED_UNTESTED = 'Your name, date of birth and NHS number.'

/** The facts of a closing, for the page before it and its last mail. */
export type KeptFacts = {
  /** The last day on which the patient's tests are kept; null without a test. */
  readonly keptUntil: IsoDate | null
  /** Whether the address is not confirmed. */
  readonly keepsAddress: boolean
  /** Whether there are payments that were made, and attempts that were not concluded. */
  readonly paymentsMade: boolean
  readonly paymentsTried: boolean
}

const NOT_TESTED = 'You have not had a test with us, so no test, result or consent is kept.'

/** What a closing keeps and for how long: the page before it and the mail after it say the same. */
export const keptTexts = (facts: KeptFacts): readonly string[] => [
  ...(facts.keptUntil === null ? [NOT_TESTED] : keptText(facts.keptUntil)),
  ...(facts.paymentsMade
    ? [
        `For our accounts: your payments and refunds with amount, day, event and the numbers that the payment provider gave them, without your name and your card, for ${spelledCountOf(PAYMENT_YEARS, 'year')}. The payment provider keeps its own records.`,
      ]
    : []),
  ...(facts.paymentsTried
    ? [
        `Payments that were begun and not made, without your name and your card, for ${KEPT.paymentsWithoutCapture}.`,
      ]
    : []),
  `Our log of who did what and when, with the number of your profile, for ${spelledCountOf(AUDIT_YEARS, 'year')}.`,
  `That the account was deleted, with its number and without your name, for ${KEPT.closings}.`,
  `The service that signs patients in can keep its log for longer: ${SIGN_IN_LOG}.`,
  ...(facts.keepsAddress ? [KEPT_OF_ADDRESS] : []),
]

export const keptText = (until: IsoDate): readonly string[] => [
  `The tests that you had with us, their results and your consents for them, until ${formatLongDate(until)}: ${spelledCountOf(RETENTION_YEARS, 'year')} after the last test, as the consent form says.`,
  'Your name, date of birth and NHS number for as long, because they say whose tests these are.',
  'Nobody can sign in to see them. To ask for a copy, please call us.',
]

export const CONSENTS = {
  title: 'Your consents',
  none: 'You have not given a consent yet.',
  failed: 'Your consents cannot be shown at the moment.',
  unreadable: 'Your answers are stored, but cannot be shown at the moment.',
  superseded: 'replaced by a later one',
} as const
