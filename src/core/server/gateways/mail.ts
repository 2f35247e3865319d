import { createTransport } from 'nodemailer'
import { smtpTransport } from '#shared/node/transport.ts'

/** A mail to one recipient, ready to be sent. */
export type MailMessage = {
  readonly to: string
  /** Recipient of replies, when it is not the sender. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without angle brackets; the same for every attempt, so that receivers can drop duplicates. */
  readonly messageId: string
  /** Where a mail program ends these mails with one POST (RFC 8058). */
  readonly endUrl?: string
  /** iCalendar text, attached as a file. */
  readonly calendar?: { readonly filename: string; readonly ics: string; readonly method: string }
}

/** The SMTP server has refused the recipient's address for good: another attempt would be refused as well. */
export class AddressRefusedError extends Error {
  readonly responseCode: number
  constructor(responseCode: number) {
    super('The mail server refused the address.')
    this.name = 'AddressRefusedError'
    this.responseCode = responseCode
  }
}

/** Sends mail over SMTP. */
export type MailGateway = {
  /**
   * Hands a mail to the SMTP server.
   * @throws AddressRefusedError when the server refuses the address for good.
   * @throws when the server refuses it otherwise or does not respond within half a minute.
   */
  send(message: MailMessage): Promise<void>
  /** Whether the SMTP server accepts the connection and the login; may throw instead of returning false. */
  isReachable(): Promise<boolean>
}

const TIME_OUTS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 20_000,
  dnsTimeout: 5_000,
} as const

/** Refusals that a change of our own settings can end: of the login, and of the policy (RFC 3463: x.7.x). */
const OF_LOGIN = new Set([530, 534, 535])
const OF_POLICY = /^5\d\d[ -]5\.7\./

/** The code of a final refusal of the address (5xx to RCPT TO), or undefined. */
function finalRefusal(error: unknown): number | undefined {
  const { command, responseCode, response } = error as Record<string, unknown>
  const isFinal =
    command === 'RCPT TO' &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    !OF_LOGIN.has(responseCode) &&
    !(typeof response === 'string' && OF_POLICY.test(response))
  return isFinal ? responseCode : undefined
}

/** Mail by SMTP (`smtp://` or `smtps://`, name and password in the URL); `from` may be `Name <address>`. */
export function mailGateway({ smtpUrl, from }: { smtpUrl: string; from: string }): MailGateway {
  const transport = createTransport({ ...smtpTransport(smtpUrl), ...TIME_OUTS })
  return {
    async send({ to, replyTo, subject, text, html, messageId, calendar, endUrl }) {
      const sending = transport.sendMail({
        from,
        // An object, not a string: a comma in an address can never become a second recipient.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        messageId: `<${messageId}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(endUrl === undefined
            ? {}
            : {
                'List-Unsubscribe': `<${endUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
        },
        attachments: calendar
          ? [
              {
                filename: calendar.filename,
                content: calendar.ics,
                contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
              },
            ]
          : [],
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await sending.catch((error: unknown) => {
        const code = finalRefusal(error)
        throw code === undefined ? error : new AddressRefusedError(code)
      })
    },
    isReachable: async () => await transport.verify(),
  }
}
