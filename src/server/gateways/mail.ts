import { createTransport } from 'nodemailer'

/** A mail to one person, ready to be sent. */
export type MailMessage = {
  readonly to: string
  /** Whom an answer goes to, when that is not us. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without angle brackets; the same for every attempt, so that a receiver can drop a repetition. */
  readonly messageId: string
  /** iCalendar text, attached as a file. */
  readonly calendar?: { readonly filename: string; readonly ics: string; readonly method: string }
}

/** The way out of the house for mail. */
export type MailGateway = {
  /** Hands a mail to the SMTP server. @throws when it does not take it, within half a minute. */
  send(message: MailMessage): Promise<void>
  /** Does the SMTP server answer and accept us? Throws or answers false when not. */
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
