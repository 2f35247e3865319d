/** The id of the heading of the list of events. */
export const RESULTS_HEADING = 'events'
