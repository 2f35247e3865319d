import { env } from 'node:process'
import { endWithParent, refuseProduction, sendReady } from '../runtime/parent.ts'
import { MAIL_LIMITS } from './smtp.ts'
import { startMail } from './start-mail.ts'

/** The mail stand-in as a process. MAIL_DIR: data folder. MAIL_SMTP_PORT and MAIL_WEB_PORT: 0 for any free port. */
async function main(): Promise<void> {
  refuseProduction(env['NODE_ENV'])
  const { MAIL_DIR: folder, MAIL_SMTP_PORT: smtp = '0', MAIL_WEB_PORT: web = '0' } = env
  if (folder === undefined) throw new Error('The mail stand-in needs MAIL_DIR.')
  const ports = { smtp: Number(smtp), web: Number(web) }
  const { stop, url, smtpUrl } = await startMail(folder, MAIL_LIMITS, ports)
  endWithParent(stop)
  sendReady({ url, smtpUrl })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
