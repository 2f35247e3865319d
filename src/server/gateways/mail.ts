import { createTransport } from 'nodemailer'

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
  /** iCalendar text, attached as a file. */
  readonly calendar?: { readonly filename: string; readonly ics: string; readonly method: string }
}

/** Sends mail over SMTP. */
export type MailGateway = {
  /**
   * Hands a mail to the SMTP server.
   * @throws when the server refuses it or does not answer within half a minute.
   */
  send(message: MailMessage): Promise<void>
  /** Whether the SMTP server accepts the connection and the login; may throw instead of answering false. */
  isReachable(): Promise<boolean>
}

const TIME_OUTS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 20_000,
  dnsTimeout: 5_000,
} as const

/** Mail by SMTP (`smtp://` or `smtps://`, name and password in the URL); `from` may be `Name <address>`. */
export function mailGateway({ smtpUrl, from }: { smtpUrl: string; from: string }): MailGateway {
  const transport = createTransport({ url: smtpUrl, ...TIME_OUTS })
  return {
    async send({ to, replyTo, subject, text, html, messageId, calendar }) {
      await transport.sendMail({
        from,
        // An object, not a string: a comma in an address can never become a second recipient.
        to: { name: '', address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        messageId: `<${messageId}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
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
    },
    isReachable: async () => await transport.verify(),
  }
}
