import { createTransport } from 'nodemailer'
import { siteSettings } from '../../content/source/site-settings.ts'
import { smtpTransport } from '../../shared/node/transport.ts'

export type Mail = { to: string; subject: string; text?: string }
export type Mailer = { send: (mail: Mail) => Promise<void> }

const TIMEOUT_MS = 5_000

/** As docs/operating.md gives it for the hosted service, signed like the server's own mails. */
const textOf = (code: string, siteUrl: string) => `Hello,

you asked for a new password for your account with ${siteSettings.charityName} (${siteUrl}).

Your code is ${code}. It can be used once, for one hour. Nobody from ${siteSettings.charityName} asks you for it.

If you did not ask for it, you need do nothing: your password stays as it is.

${siteSettings.charityName}
Booking helpline: ${siteSettings.bookingPhone}
`

/**
 * Replaces the text of Lite's mails, which links to pages that this site does not have, by one with the code only.
 * A failure is reported, but not thrown: the request succeeds, as with a mail that is lost on its way.
 */
export function codeMailer(
  smtpUrl: string,
  { sender, siteUrl }: { sender: string; siteUrl: string },
  report: (line: string) => void,
): Mailer {
  const transport = createTransport({
    ...smtpTransport(smtpUrl),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    async send({ to, text }) {
      const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
      if (code === undefined) return report('A mail of the auth stand-in contained no code')
      try {
        await transport.sendMail({
          from: sender,
          to,
          subject: `Your code: ${code}`,
          text: textOf(code, siteUrl),
        })
      } catch (error) {
        report(`A mail of the auth stand-in could not be sent: ${error}`)
      }
    },
  }
}
