import { PROFILE_CARD_TITLE } from '#account/texts/portal.ts'

/** Texts of reminders and text messages, for pages, mails and the API (REM-01, REM-02). */

export const REMINDER_TEXTS = {
  title: 'Your appointment',
  linkInvalid: 'This link does not work. Sign in to see your appointments.',
  notUpcoming: 'This appointment was changed or is over. Sign in to see your appointments.',
  confirm: 'I will come',
  reschedule: 'Reschedule',
  cancel: 'Cancel',
  confirmedTitle: 'Thank you, we expect you',
  confirmedText: 'We have noted that you will come. If your plans change, please tell us here.',
  /** The title when saving the answer was refused or failed. */
  failedTitle: 'Your answer is not saved',
  signIn: 'To reschedule or cancel you will be asked to sign in.',
  moved:
    'The appointment of this reminder has a new time. It is in our latest message to you, and in your portal.',
  cancelled: 'The appointment of this reminder is cancelled. You are welcome to book again.',
  over: 'The appointment of this reminder is over.',
  appointments: 'Go to your appointments',
  book: 'Book an event',
} as const

/** On the card of an appointment. */
export const COMING_LABEL = 'Your answer'
export const COMING_TEXT = 'I will come'

/** In the run sheet. */
export const COMING_HEADING = 'confirmed'

export const SMS_TEXTS = {
  title: 'Text messages',
  about:
    'We can also text you when an appointment is booked, three days before it, and if its event is cancelled. A text never says what the appointment is for.',
  noMobile: `For text messages we need a UK mobile number. Please change your phone number under ‘${PROFILE_CARD_TITLE}’ first.`,
  off: 'We do not send text messages at the moment.',
  start: 'Send me text messages',
  stop: 'Stop text messages',
  on: 'You get text messages to the phone number in your details.',
  none: 'You do not get text messages.',
  /** A provider's STOP word does not reach us. */
  noReply: 'Please stop them here: we do not read replies to a text.',
  saved: 'Saved.',
  failed: 'We cannot show your choice at the moment.',
  failedTitle: 'Your choice is not saved',
} as const

/** Lines of the reminder's mail. */
export const REMINDER_MAIL = {
  intro: 'This is a reminder of your appointment.',
  answer:
    'Will you come? Please tell us with one press of a button, or reschedule or cancel there:',
  link: 'I will come, reschedule or cancel',
  confirmed:
    'You have told us that you will come. Thank you. If your plans change, please tell us:',
  spare: 'If you cannot come, please cancel so that another patient can have your place.',
  advice: 'How to prepare:',
} as const
