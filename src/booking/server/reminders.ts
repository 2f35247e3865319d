import { confirmAttendance, readReminder } from '#booking/contract/reminders.ts'
import { changeDeadline } from '#booking/rules/appointment.ts'
import { dueReminders } from '#booking/rules/reminder.ts'
import {
  confirmReminder,
  type DueReminder,
  findReminderByToken,
  listReminded,
  queueReminders,
  type Reminder,
} from '#booking/server/database/reminders.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import type { RequestContext } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'

/** Each statement is short: a day with thousands of appointments must not reach the time limit of one. */
const MOST_AT_ONCE = 100

/**
 * Queues the reminders that are due at `now` and were not queued for their time yet; returns how many. It may run in several processes,
 * as often as one likes (REM-01).
 */
export async function queueDueReminders(database: Database, now: Date): Promise<number> {
  const due = (await listReminded(database)).flatMap((one): DueReminder[] =>
    dueReminders(one, now)
      .filter((kind) => !one.queued.includes(kind))
      .map((kind) => ({ appointmentId: one.appointmentId, kind, startsAt: one.startsAt })),
  )
  let count = 0
  for (let from = 0; from < due.length; from += MOST_AT_ONCE) {
    count += await queueReminders(database, due.slice(from, from + MOST_AT_ONCE))
  }
  return count
}

type OnWire = OutputOf<typeof readReminder>

/** What the reader of a reminder's mail may see of its appointment: the time that the mail names, and what became of it. */
function toWire(reminder: Reminder, now: Date): OnWire {
  const { status, startsAt, remindedStart, confirmedAt } = reminder
  const deadline = changeDeadline({ startsAt: remindedStart })
  const state = () => {
    if (status === 'cancelled') return 'cancelled'
    if (startsAt.getTime() !== remindedStart.getTime()) return 'moved'
    return status === 'booked' && now < remindedStart ? 'upcoming' : 'over'
  }
  return {
    state: state(),
    starts_at: remindedStart.toISOString(),
    changeable_until: deadline.toISOString(),
    may_change: now <= deadline,
    confirmed_at: confirmedAt?.toISOString() ?? null,
  }
}

/** The page behind a reminder's link (REM-01). The token can read the reminder and answer 'I will come', nothing else. */
export const remindersService = (deps: {
  readonly database: Database
  readonly clock: Clock
  readonly limiter: Limiter
}) => {
  const { database, clock, limiter } = deps
  const find = async (token: string, { network }: RequestContext) => {
    const reminder = await findReminderByToken(database, hashToken(token))
    if (reminder !== undefined) return done(reminder)
    return (await limiter.count(['reminderLinkPerNetwork', network])) ?? refused('link-invalid')
  }
  return {
    read: bind(readReminder, async ({ token }, _, context) => {
      const found = await find(token, context)
      return found.ok ? done(toWire(found.value, clock.now())) : found
    }),

    confirm: bind(confirmAttendance, async ({ token }, _, context) => {
      const found = await find(token, context)
      if (!found.ok) return found
      const now = clock.now()
      const wire = toWire(found.value, now)
      if (wire.state !== 'upcoming') return refused('not-upcoming')
      await confirmReminder(database, found.value.reminderId)
      return done({ ...wire, confirmed_at: wire.confirmed_at ?? now.toISOString() })
    }),
  }
}
