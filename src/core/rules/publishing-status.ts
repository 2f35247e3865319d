/** The states of publishing that the Studio shows. */
export const PUBLISHING_STATES = ['building', 'live', 'failed'] as const
export type PublishingState = (typeof PUBLISHING_STATES)[number]

/** Why publications fail, for monitoring and the log: never a document or a text. */
export const PUBLISHING_FAILURES = [
  /** A document that the program needs has a fault and no last good version. */
  'document',
  /** A page could not be made. */
  'page',
  'disk',
  /** The content lake did not respond. */
  'content-lake',
  'too-slow',
  /** The system ended the build, for want of memory. */
  'killed',
  /** The finished release did not pass its check. */
  'check',
  /** The program was changed without a restart, or lacks packages. */
  'program',
  /** The hosting service did not accept the request. */
  'hosting',
  'unknown',
] as const
export type PublishingFailure = (typeof PUBLISHING_FAILURES)[number]
