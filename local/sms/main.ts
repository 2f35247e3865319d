import { env } from 'node:process'
import { endWithParent, refuseProduction, sendReady } from '../runtime/parent.ts'
import { startSms } from './start-sms.ts'

/** The SMS stand-in as a process. SMS_DIR: data folder. SMS_PORT: 0 for any free port. SMS_KEY: what clients must send. */
async function main(): Promise<void> {
  refuseProduction(env['NODE_ENV'])
  const { SMS_DIR: folder, SMS_KEY: key, SMS_PORT: port = '0' } = env
  if (folder === undefined || key === undefined)
    throw new Error('The SMS stand-in needs SMS_DIR and SMS_KEY.')
  const { stop, url, smsUrl } = await startSms(folder, key, Number(port))
  endWithParent(stop)
  sendReady({ url, smsUrl })
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
