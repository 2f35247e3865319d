import type { Database } from '#server/database/database.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import {
  countHeldMails,
  discardHeldMails,
  releaseHeldMails,
} from '#server/repositories/jobs/held-mails.ts'

/** The mails that a restore holds, as a text. */
export async function heldMails(database: Database): Promise<string> {
  const held = await countHeldMails(database)
  if (held.length === 0) return 'No mail is held.\n'
  const lines = held.map(
    ({ template, count, since }) => `${count} ${template}, the oldest of ${since.toISOString()}\n`,
  )
  return lines.join('')
}

/** Sends or discards the held mails, adds an audit entry and answers how many. */
export async function endHold(
  database: Database,
  what: 'release' | 'discard',
  operator: string,
): Promise<number> {
  return await database.transaction(async (transaction) => {
    const end = what === 'release' ? releaseHeldMails : discardHeldMails
    const count = await end(transaction)
    await insertAudit(transaction, {
      actor: null,
      action: what === 'release' ? 'held-mails-released' : 'held-mails-discarded',
      subject: `jobs:${count}`,
      requestId: null,
      operator,
    })
    return count
  })
}
