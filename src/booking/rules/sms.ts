import { changeDeadline } from '#booking/rules/appointment.ts'
import { saysWhatIsTested } from '#core/rules/clinical-words.ts'
import { formatDeadline } from '#core/rules/time.ts'

/** The kinds of text messages (REM-02). */
export type SmsKind = 'confirmation' | 'reminder' | 'event-cancelled'

/** What became of a text message. */
export type SmsOutcome =
  | 'sent'
  | 'refused'
  | 'not-wanted'
  | 'no-mobile'
  | 'outdated'
  | 'over-limit'
  | 'off'

/** One message of the network: more characters, or characters outside of GSM-7, would be sent and paid as several. */
export const MOST_SMS_CHARACTERS = 160

/** What a message shows as its sender: up to eleven letters and digits, or a number in E.164. */
export const SMS_SENDER = /^(?=.*[a-z])[a-z\d ]{1,11}$|^\+\d{7,15}$/i

/** The basic character set of GSM 03.38, without its extension table: each of these is one character. */
const GSM_7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

/** Whether a text fits into one message. */
export const fitsOneSms = (text: string): boolean =>
  text.length <= MOST_SMS_CHARACTERS && GSM_7.test(text)

const PATHS: Record<SmsKind, string> = {
  confirmation: '/upcoming-events',
  reminder: '/upcoming-events',
  'event-cancelled': '/book-event-main',
}

function wordsOf(kind: SmsKind, startsAt: Date): string {
  const when = formatDeadline(startsAt)
  switch (kind) {
    case 'confirmation':
      return `Your appointment is confirmed: ${when}.`
    case 'reminder':
      return `Reminder: your appointment is on ${when}. Change or cancel until ${formatDeadline(changeDeadline({ startsAt }))}.`
    case 'event-cancelled':
      return `We are sorry: your appointment on ${when} will not take place.`
  }
}

/**
 * The words of a text message: time and address of our own page, no name, and nothing of what the appointment is for, because a locked
 * telephone shows them. An address that does not fit, or whose own name says what is tested, is left out.
 */
export function smsText(
  kind: SmsKind,
  { startsAt, siteUrl }: { startsAt: Date; siteUrl: string },
): string {
  const words = wordsOf(kind, startsAt)
  const whole = `${words} ${siteUrl}${PATHS[kind]}`
  return fitsOneSms(whole) && !saysWhatIsTested(siteUrl) ? whole : words
}
