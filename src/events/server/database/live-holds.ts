import { type Expression, sql } from 'kysely'

const column = (appointments: string, name: string) => sql.ref(`${appointments}.${name}`)

/** Whether a row of `appointments` (a table or its alias) holds a place at `now`; a payment that is under way keeps it without an end. */
export const isLiveHold = (appointments: string, now: Date | Expression<Date>) =>
  sql<boolean>`(${column(appointments, 'status')} = 'held' and ${column(appointments, 'hold_expires_at')} > ${now})`

/** When the hold of a row of `appointments` ends; null while a payment keeps it: its end is infinity, which no Date is. */
export const holdEnd = (appointments: string) =>
  sql<Date | null>`nullif(${column(appointments, 'hold_expires_at')}, 'infinity')`

/** When an offer of the waiting list ends; of one that is being paid for, when it would have ended. */
export const offerEnd = (appointments: string) =>
  sql<Date>`coalesce(${column(appointments, 'unpinned_end')}, ${column(appointments, 'hold_expires_at')})`
