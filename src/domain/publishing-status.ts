/** The states of publishing that the Studio shows. */
export const PUBLISHING_STATES = ['building', 'live', 'failed'] as const
export type PublishingState = (typeof PUBLISHING_STATES)[number]
