import { listSubscribers, type Subscriber } from '#content/server/database/subscriptions.ts'
import { csvLine } from '#core/rules/csv.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import { formatShortDate, londonDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'

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
