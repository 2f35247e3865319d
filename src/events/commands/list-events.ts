import { alignColumns } from '#core/commands/columns.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import { formatShortDate } from '#core/rules/time.ts'
import type { Database } from '#core/server/database/database.ts'
import { listDeadJobs } from '#core/server/jobs/dead-jobs.ts'
import { findWithoutUsableCode } from '#events/server/database/access-codes.ts'
import { type ListedEvent, listComing, listFormer } from '#events/server/database/event-table.ts'

const HEADINGS = ['id', 'date', 'time', 'booked', 'places', 'event', 'city', 'note'] as const
/** How many of the newest former events the list shows by default: results come weeks after their event. */
const FORMER_LISTED = 20

/** The name of an event in a list; without one the site makes it from the charity's product. */
export const listedName = (event: {
  readonly name?: string | null
  readonly productName?: string
}): string => event.name?.trim() || `no name, ${event.productName}`

const cellsOf = (event: ListedEvent, note: string) => [
  String(event.eventId),
  formatShortDate(event.date),
  event.startTime,
  String(event.booked),
  String(event.totalSpaces),
  inOneLine(listedName(event)),
  event.city ?? '',
  note,
]

/** The events that have not ended, by start, with the ids for the other commands; drafts and private ones are marked, and those that no code opens. */
async function comingEvents(database: Database, now: Date): Promise<string> {
  const events = await listComing(database, now)
  const hidden = events.filter((event) => event.isPrivate).map(({ eventId }) => eventId)
  const shut = await findWithoutUsableCode(database, hidden)
  const noteOf = ({ eventId, isPrivate, isDraft }: ListedEvent) =>
    [
      ...(isDraft ? ['draft'] : []),
      ...(isPrivate ? ['private'] : []),
      ...(isPrivate && shut.has(eventId) ? ['no code can be used'] : []),
    ].join(', ')
  return alignColumns([HEADINGS, ...events.map((event) => cellsOf(event, noteOf(event)))])
}

/** The coming events, then the newest of those that have ended or are cancelled; with `all` every one of these, and only these. */
export async function eventsTable(
  database: Database,
  now: Date,
  { all }: { all: boolean },
): Promise<string> {
  const former = await listFormer(database, now, all ? undefined : FORMER_LISTED)
  const rows = former.map((event) => cellsOf(event, event.isCancelled ? 'cancelled' : ''))
  const table = alignColumns([HEADINGS, ...rows])
  if (all) return table
  const coming = await comingEvents(database, now)
  if (former.length === 0) return coming
  return `${coming}\nEnded or cancelled, the newest first (--past lists all):\n${table}`
}

/** The mails that were given up after their last attempt, with id, cause and time; without addresses. */
export async function failedMails(database: Database): Promise<string> {
  const dead = await listDeadJobs(database)
  if (dead.length === 0) return 'No mail was given up.\n'
  const rows = dead.map(({ jobId, key, error, failedAt }) => [
    String(jobId),
    failedAt.toISOString(),
    error ?? '',
    key,
  ])
  return alignColumns([['job', 'given up', 'cause', 'mail'], ...rows])
}
