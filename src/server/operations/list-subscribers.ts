import { inOneLine } from '#domain/one-line.ts'
import { formatShortDate, londonDate } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'
import { csvLine } from '#server/operations/csv.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { listSubscribers, type Subscriber } from '#server/repositories/subscriptions.ts'

const HEADINGS = ['email', 'name', 'hear about events', 'confirmed'] as const

const cellsOf = ({ email, name, hearAboutEvent, confirmedAt }: Subscriber): string[] => [
  email,
  inOneLine(name),
  hearAboutEvent ? 'yes' : 'no',
  formatShortDate(londonDate(confirmedAt)),
]

/**
 * The confirmed newsletter subscriptions as CSV for the charity's mailing tool. Adds an audit entry, because the list
 * contains personal data.
 */
export async function subscribersCsv(database: Database): Promise<string> {
  const subscribers = await listSubscribers(database)
  await insertAudit(database, {
    actor: null,
    action: 'subscribers-read',
    subject: 'subscriptions',
    requestId: null,
  })
  return [HEADINGS, ...subscribers.map(cellsOf)].map(csvLine).join('')
}
