import { formatShortDate } from '#domain/time.ts'
import type { Database } from '#server/database/database.ts'
import { alignColumns } from '#server/operations/run-sheet.ts'
import { findWithoutUsableCode } from '#server/repositories/access-codes.ts'
import { listEvents } from '#server/repositories/events.ts'
import { listDeadJobs } from '#server/repositories/jobs/dead-jobs.ts'

const HEADINGS = ['id', 'date', 'time', 'booked', 'places', 'event', 'city', 'access'] as const

/** The events that have not ended, by start, with the ids for the other commands; private ones are marked, and those that no code opens. */
export async function upcomingEvents(database: Database, now: Date): Promise<string> {
  const events = await listEvents(database, { now })
  const hidden = events.filter((event) => event.isPrivate).map(({ eventId }) => eventId)
  const shut = await findWithoutUsableCode(database, hidden)
  const accessTo = (eventId: number) =>
    shut.has(eventId) ? 'private, no code can be used' : 'private'
  const rows = events.map((event) => [
    String(event.eventId),
    formatShortDate(event.date),
    event.startTime,
    String(event.bookedSpaces),
    String(event.totalSpaces),
    event.name ?? '',
    event.city ?? '',
    event.isPrivate ? accessTo(event.eventId) : '',
  ])
  return alignColumns([HEADINGS, ...rows])
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
