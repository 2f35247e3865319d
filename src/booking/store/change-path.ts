export type WantedChange = 'reschedule' | 'cancel'

/** /upcoming-events with the dialog of a change open; the sign-in on the way keeps the query (REM-01). */
export const pathOfChange = (change: WantedChange): string => `/upcoming-events?open=${change}`
