import type { Light } from '#results/rules/result.ts'
import type { Saying, WaitingState } from '#results/rules/result-saying.ts'

/** Labels and messages of /medical-results and of the result letter; the first four are the specification's (RES-01). */
export const RESULT_READY = 'Lab result ready'
export const NO_RESULT = 'No lab result'
export const NOT_LINKED = 'Appointment not linked'
export const NO_RESULTS = 'No medical results or any appointment found'

/** The names of the colours (RES-02): never the colour alone. */
export const LIGHT_WORDS: Readonly<Record<Light, string>> = {
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
}

export const RESULT_LABELS = {
  test: 'Test',
  eventDate: 'Date of the event',
  value: 'Result',
  light: 'Colour',
  taken: 'Sample taken',
  laboratory: 'Laboratory',
  released: 'Ready since',
  retest: 'Next test',
  comments: 'Comments',
  meaning: 'What it means',
  nextStep: 'What to do next',
} as const

/** What the letter names beside the labels of the page (RES-04). */
export const LETTER_LABELS = {
  name: 'Name',
  birthDate: 'Date of birth',
  nhsNumber: 'NHS number',
  reference: 'Reference number',
  asOf: 'Letter as of',
  readAt: 'As of',
} as const
export const NO_NHS_NUMBER = 'Not known to us'
export const letterTitle = (product: string, says: Saying): string =>
  says === 'all' ? `Your ${product} result` : `An earlier ${product} result`

/** On a result that replaces one that the patient was shown (RES-05). */
export const CORRECTED = 'Corrected'
export const CORRECTED_TEXT =
  'This result replaces an earlier one. Please do not use the earlier one any more.'

/** In place of a held or withdrawn result (RES-05): true whether it comes back or not. The helpline follows. */
export const WITHHELD_TEXT =
  'We cannot show you this result. Please call our medical helpline if you have questions.'

/** On every shown result but the newest one (RES-02). */
export const EARLIER = 'An earlier result'
/** The helpline follows the second one: the newest result is withheld, or says nothing. */
export const EARLIER_TEXTS = {
  earlier: 'Your newest result says what to do next.',
  'earlier-ask':
    'This result no longer says what to do next. Please call our medical helpline if you have questions.',
} as const satisfies Partial<Record<Saying, string>>

/** A next test whose day has passed; `day` is in words. */
export const wasDue = (day: string): string => `Was due on ${day}.`
export const BOOK_NEXT = 'Please book your next test'
/** On a letter, which is read on any day; `day` is in words. */
export const dueOn = (day: string): string => `Due on ${day}`
export const ARRANGED_TEXT = 'You have booked or taken a test since.'

/** At a test whose sample could not be tested (LAB-14). */
const SPOILED = 'Your sample could not be tested. This says nothing about your health.'
export const BOOK_REPEAT = 'Book a repeat'

/** At a test without a result (RES-01). The helpline follows 'late', also when the attendance was not recorded. */
export const WAITING_TEXTS: Readonly<Record<WaitingState, string>> = {
  'to-come': 'This test is still to come.',
  'on-the-way': 'We send you an email as soon as there is something new for you to read here.',
  late: 'The result of this test is later than usual. If your sample was taken, please call our medical helpline.',
  spoiled: `${SPOILED} Please book a repeat: it is free of charge, and you will not be asked to pay, even where a price is shown.`,
  repeated: `${SPOILED} You have booked or had your repeat.`,
}

/** A patient who has not confirmed the e-mail address (AUTH-12). */
export const EMAIL_NOT_VERIFIED =
  'Please confirm your email address first: your results are shown only after that.'

/** A result id that is unknown, another patient's, or not shown at the moment. */
export const RESULT_NOT_FOUND = 'This result is not available.'

/** 'I have read this' for something else than what is shown now (RES-02). */
export const RESULT_CHANGED =
  'This result has changed since you opened the page. Please read it again.'

export const READ_BUTTON = 'I have read this'
export const readOn = (when: string): string => `You confirmed on ${when} that you have read this.`
export const READ_FAILED = 'We could not store that. Please try again.'
export const LETTER_BUTTON = 'Download the letter (PDF)'
export const LETTER_FAILED = 'The letter could not be downloaded. Please try again.'
export const PRINT_BUTTON = 'Print this result'
export const HELPLINE = 'Medical helpline'

/** The chart's text alternative: its figures are in the table (RES-06). */
export const HISTORY_TITLE = 'Your results over the years'
export const HISTORY_CHART_NOTE = 'The chart shows the figures of the table.'
