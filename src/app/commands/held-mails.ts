import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import { reviveJob } from '#core/server/jobs/dead-jobs.ts'
import {
  countHeldMails,
  discardHeldMails,
  holdMails,
  releaseHeldMails,
} from '#core/server/jobs/held-mails.ts'

/** The held mails, as a text. */
export async function heldMails(database: Database): Promise<string> {
  const held = await countHeldMails(database)
  if (held.length === 0) return 'No mail is held.\n'
  const lines = held.map(
    ({ template, count, since }) => `${count} ${template}, the oldest of ${since.toISOString()}\n`,
  )
  return lines.join('')
}

const CHANGES = {
  hold: { change: holdMails, action: 'mails-held' },
  release: { change: releaseHeldMails, action: 'held-mails-released' },
  discard: { change: discardHeldMails, action: 'held-mails-discarded' },
} as const

/** Holds the mails that wait, or sends or discards the held ones. Adds an audit entry and returns how many. */
export async function changeHold(
  database: Database,
  what: keyof typeof CHANGES,
  operator: string,
): Promise<number> {
  const { change, action } = CHANGES[what]
  return await database.transaction(async (transaction) => {
    const count = await change(transaction)
    await insertAudit(transaction, {
      actor: null,
      action,
      subject: `jobs:${count}`,
      requestId: null,
      operator,
    })
    return count
  })
}

/** Queues a failed mail again and adds an audit entry. Returns false when the mail does not exist. */
export async function retryMail(
  database: Database,
  jobId: number,
  operator: string,
): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    if (!(await reviveJob(transaction, jobId))) return false
    await insertAudit(transaction, {
      actor: null,
      action: 'mail-retried',
      subject: `job:${jobId}`,
      requestId: null,
      operator,
    })
    return true
  })
}
