import { HOUR_MS } from '#core/rules/time.ts'
import { canBeBooked } from '#events/rules/event.ts'

/** The time between two mails about new events to one subscription (EVL-10). */
export const NOTICE_EVERY_MS = HOUR_MS

/** The most events that one mail names; of the others it says how many there are. */
export const MOST_NOTICED = 20

/** The earliest time of the next mail when the last one was written at `last`. */
export const nextNoticeAt = (last: Date): Date => new Date(last.getTime() + NOTICE_EVERY_MS)

/** Whether subscribers get a notice of the event at `now`: it can be booked, and is not private, because a private event invites its visitors. */
export const isTold = (
  event: Parameters<typeof canBeBooked>[0] & { readonly isPrivate: boolean },
  now: Date,
): boolean => !event.isPrivate && canBeBooked(event, now)
