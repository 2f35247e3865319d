import pino from 'pino'
import { type JobDeps, runNextJob } from '#app/jobs/loop.ts'
import type { SmsMessage } from '#booking/server/gateways/sms.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'
import { CHARITY, sealer } from './booking-setup.ts'

/** A job loop's dependencies with gateways that store the mails and text messages that they send. */
export type Outbox = {
  readonly sent: MailMessage[]
  readonly logged: string[]
  readonly texts: SmsMessage[]
  /** Throws this error instead of sending, while it is set. */
  sendError: Error | undefined
  smsError: Error | undefined
  depsFor(database: Database): Promise<JobDeps>
}

/** Runs every due job and answers how many. */
export async function runAll(deps: JobDeps): Promise<number> {
  let count = 0
  while (await runNextJob(deps)) count += 1
  return count
}

export function createOutbox(): Outbox {
  const outbox: Outbox = {
    sent: [],
    texts: [],
    logged: [],
    sendError: undefined,
    smsError: undefined,
    async depsFor(database) {
      return {
        database,
        clock: await databaseClock(database),
        logger: pino({ base: null }, { write: (line) => outbox.logged.push(line) }),
        charity: () => Promise.resolve(CHARITY),
        siteUrl: 'https://halyard.example',
        organizerEmail: 'bookings@halyard.example',
        sealer,
        sendCode: () => Promise.resolve(),
        finishChange: () => Promise.resolve(),
        offerPlaces: () => Promise.resolve(),
        sweepWaitingLists: () => Promise.resolve(),
        makeRefund: () => Promise.resolve(),
        sweepPayments: () => Promise.resolve(),
        checkLabFile: () => Promise.resolve(),
        takeOverLabFile: () => Promise.resolve(),
        identity: {
          deleteAccount: () => Promise.resolve(true),
          endSessions: () => Promise.resolve(),
        },
        tidy: [],
        limiter: createLimiter(database, (text) => sealer.lookup(text, 'limit')),
        sms: {
          send: (message) => {
            if (outbox.smsError !== undefined) return Promise.reject(outbox.smsError)
            outbox.texts.push(message)
            return Promise.resolve()
          },
        },
        mail: {
          send: (message) => {
            if (outbox.sendError !== undefined) return Promise.reject(outbox.sendError)
            outbox.sent.push(message)
            return Promise.resolve()
          },
        },
      }
    },
  }
  return outbox
}
