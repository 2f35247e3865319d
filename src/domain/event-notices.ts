import { canBeBooked } from '#domain/event.ts'
import { HOUR_MS } from '#domain/time.ts'

/** The time between two mails about new events to one subscription (EVL-10). */
export const NOTICE_EVERY_MS = HOUR_MS

/** The most events that one mail names; of the others it says how many there are. */
export const MOST_NOTICED = 20

/** From when on a mail may be written after the one of `last`. */
export const nextNoticeAt = (last: Date): Date => new Date(last.getTime() + NOTICE_EVERY_MS)

/** Whether subscribers are told of the event at `now`: it can be booked, and is not private, because visitors of those are invited. */
export const isTold = (
  event: Parameters<typeof canBeBooked>[0] & { readonly isPrivate: boolean },
  now: Date,
): boolean => !event.isPrivate && canBeBooked(event, now)
