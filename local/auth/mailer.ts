import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text?: string }
export type Mailer = { send: (mail: Mail) => Promise<void> }

const patience = 5_000

/**
 * Sends Lite's mails as plain words with their code; Lite's own texts lead to pages this site does not
 * have. A failure is reported and swallowed, as a mail lost on its way would be.
 */
export function codeMailer(
  smtpUrl: string,
  sender: string,
  report: (line: string) => void,
): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  })
  return {
    async send({ to, text }) {
      const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
      if (code === undefined) return report('A mail of the auth stand-in held no code')
      try {
        await transport.sendMail({
          from: sender,
          to,
          subject: `Your code: ${code}`,
          text: `Your code is ${code}. It can be used once, for one hour.\n\nIf you did not ask for it, you need do nothing.\n`,
        })
      } catch (error) {
        report(`A mail of the auth stand-in could not be sent: ${error}`)
      }
    },
  }
}
