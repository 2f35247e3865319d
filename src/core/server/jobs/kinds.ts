/**
 * The kinds of jobs, and what becomes of one that waited at a backup when the backup is restored.
 * `held`: a message that was mostly sent since; an operator releases or discards it (`npm run mails`).
 * `goes-on`: work that does no harm when it is done again. Discarded with the messages, a refund or the deletion of an account would never be made.
 */
export const JOB_KINDS = {
  mail: 'held',
  sms: 'held',
  /** It queues mails. */
  'announce-event': 'held',
  /** With its key the provider makes a refund once. */
  refund: 'goes-on',
  /** An account that is gone counts as deleted. */
  'close-account': 'goes-on',
  /** The change is compared with the provider. */
  'account-change': 'goes-on',
  /** An old code is not sent. */
  'password-code': 'goes-on',
  /** An account without sessions has none to end. */
  'end-provider-sessions': 'goes-on',
  /** A file that was taken over is not taken over again. */
  'lab-check': 'goes-on',
  'lab-take-over': 'goes-on',
  /** Offers are looked for all the time. */
  'offer-places': 'goes-on',
} as const satisfies Readonly<Record<string, 'held' | 'goes-on'>>

export type JobKind = keyof typeof JOB_KINDS
