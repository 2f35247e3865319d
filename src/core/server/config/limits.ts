import { EMAIL_LINK_DAYS } from '#core/rules/link-life.ts'
import { RESET_ATTEMPT_HOURS, RESET_RIGHT_MINUTES } from '#core/rules/password.ts'

/** A limit: at most `most` uses within `seconds`. */
export type Limit = { readonly most: number; readonly seconds: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Refused accesses of one account to others' data within an hour that are all recorded; of more, each doubling. */
export const RECORDED_FOREIGN_ACCESSES = 20

/**
 * Every rate limit of the service. Counts are stored in Postgres, so that they hold across processes; only holds per network are
 * counted in memory (decision 019).
 * Limits per network are generous: a lodge or an office signs up behind one address. They count what fails, wherever success costs nothing, and are counted
 * last, so that one address or event uses up its own limit first. Those who are known by a device, a session or a right token are not refused by them.
 */
export const LIMITS = {
  /** Wrong passwords; a correct one does not count. First those for one address from one network … */
  signInPerEmailAndNetwork: { most: 10, seconds: 15 * MINUTE },
  /** … then those from one network for any address … */
  signInPerNetwork: { most: 300, seconds: 15 * MINUTE },
  /** … then those for one address from all networks. One network adds at most ten, so this needs a distributed attack. */
  signInPerEmail: { most: 100, seconds: 15 * MINUTE },
  /** Wrong passwords for an address on a device that it signed in on before: the limits above do not apply to it. */
  signInPerDevice: { most: 10, seconds: 15 * MINUTE },
  /** Correct passwords: each opens a session. */
  sessionPerAccount: { most: 60, seconds: HOUR },
  signUpPerEmailAndNetwork: { most: 10, seconds: HOUR },
  /** Of one address over all networks. One network adds at most ten. */
  signUpPerEmail: { most: 100, seconds: HOUR },
  /** Only the first refusal of an address and network in an hour counts against the network … */
  firstRefusalPerEmailAndNetwork: { most: 1, seconds: HOUR },
  /** … where so many addresses can be refused, such as taken ones … */
  refusedSignUpPerNetwork: { most: 300, seconds: HOUR },
  /** … and accounts: a hall of 200 patients, and as many again. */
  signUpPerNetwork: { most: 600, seconds: HOUR },
  /**
   * Asking for the code of a password reset (decision 024). An address gets three mails in 15 minutes; over that, asking opens the same
   * attempt without a mail, so that strangers cannot use up the patient's mails.
   */
  resetMailPerEmail: { most: 3, seconds: 15 * MINUTE },
  resetPerEmailAndNetwork: { most: 3, seconds: 15 * MINUTE },
  resetPerEmailAndNetworkADay: { most: 10, seconds: DAY },
  resetPerNetwork: { most: 200, seconds: HOUR },
  /** The same on a device that the address signed in on before: the limits above do not apply to it. */
  resetPerDevice: { most: 3, seconds: 15 * MINUTE },
  /** Wrong codes for one address from one network … */
  resetTryPerEmailAndNetwork: { most: 15, seconds: DAY },
  resetTryPerNetwork: { most: 300, seconds: HOUR },
  /** … and from all networks. A year of constant attempts finds one code in three hundred. */
  resetTryPerEmail: { most: 30, seconds: DAY },
  resetTryPerEmailAWeek: { most: 60, seconds: 7 * DAY },
  resetTryPerDevice: { most: 15, seconds: DAY },
  /** Each of these sends mails to the old and the new address. */
  emailChangePerPatient: { most: 5, seconds: DAY },
  /** A new address that strangers name gets no more of these mails. */
  emailChangePerAddress: { most: 5, seconds: DAY },
  /** Links that are unknown, used or expired; a right one is not counted. */
  emailChangeConfirmPerNetwork: { most: 100, seconds: HOUR },
  /** Unknown, used or expired invitations of staff; a right one is not counted. */
  joinLinkPerNetwork: { most: 100, seconds: HOUR },
  /** Each hashes a password at the provider. */
  joinPerInvitation: { most: 20, seconds: HOUR },
  /** Each sends a mail, also to an address that is a patient's. */
  invitationPerAddress: { most: 10, seconds: DAY },
  passwordChangePerAccount: { most: 10, seconds: HOUR },
  profileCheckPerEmail: { most: 20, seconds: HOUR },
  profileCheckPerNetwork: { most: 1_000, seconds: HOUR },
  /** NHS numbers that a patient sets: whether another profile has a number must not be found out by trying (NHS-02). */
  numberPerPatient: { most: 10, seconds: DAY },
  /** Links that are unknown, used or expired; a right one is not counted. */
  verifyEmailPerNetwork: { most: 300, seconds: HOUR },
  verificationMailPerPatient: { most: 5, seconds: HOUR },
  /** Refuses nothing: counts the refused accesses of an account to others' data. */
  foreignAccessPerAccount: { most: RECORDED_FOREIGN_ACCESSES, seconds: HOUR },
  /** An address that a stranger signs up with gets no more of these mails. */
  verificationMailPerAddress: { most: 10, seconds: DAY },
  /** A lodge's hall of 200 patients holds and books within an hour. Counted in each process (core/server/network-limit.ts). */
  holdPerNetwork: { most: 3_000, seconds: HOUR },
  bookPerNetwork: { most: 600, seconds: HOUR },
  /** Wrong access codes of private events; a right one does not count. Of a patient with a confirmed address only these two and the last one … */
  accessCodePerAccount: { most: 20, seconds: HOUR },
  accessCodePerAccountADay: { most: 40, seconds: DAY },
  /** … of all others from one network too … */
  accessCodePerEventAndNetwork: { most: 40, seconds: HOUR },
  accessCodePerEventAndNetworkADay: { most: 100, seconds: DAY },
  accessCodePerNetwork: { most: 100, seconds: HOUR },
  /** … and from all networks: over this the event accepts no code of theirs, so it needs a distributed attack (decision 029). */
  accessCodePerEvent: { most: 1_000, seconds: DAY },
  /** The same for patients with confirmed addresses: 25 of them, each with a mailbox, would have to guess all day. */
  accessCodePerEventByVerified: { most: 1_000, seconds: DAY },
  holdPerPatient: { most: 60, seconds: 15 * MINUTE },
  /** Each of these sends a mail; refused attempts do not count. */
  bookPerPatient: { most: 20, seconds: DAY },
  movePerPatient: { most: 20, seconds: DAY },
  cancelPerPatient: { most: 20, seconds: DAY },
  /** Payments begun, refused ones too: each calls the payment provider, and could try a stolen card. */
  orderPerPatient: { most: 30, seconds: HOUR },
  orderPerNetwork: { most: 600, seconds: HOUR },
  /** Each reads the order from the provider. Another card may follow a declined one. */
  capturePerPatient: { most: 60, seconds: HOUR },
  transactionPerPatient: { most: 60, seconds: HOUR },
  /** Of waiting lists; changing the times of day counts too. */
  joinPerPatient: { most: 60, seconds: HOUR },
  consentPerPatient: { most: 30, seconds: HOUR },
  /** Each reading adds an entry per result to the audit log; the page reads again when the patient returns to it. */
  readResultsPerPatient: { most: 300, seconds: HOUR },
  /** A letter takes about 60 ms of the process. */
  letterPerPatient: { most: 30, seconds: HOUR },
  /** Each opens every stored enquiry, to find those from the patient's address. */
  ownDataPerPatient: { most: 10, seconds: HOUR },
  /** Wrong passwords at the deletion of an account; a correct one does not count. */
  closingPerPatient: { most: 10, seconds: 15 * MINUTE },
  /** Unknown links of reminders. */
  reminderLinkPerNetwork: { most: 600, seconds: HOUR },
  /** Text messages to one number, whatever requests them (REM-02). */
  smsPerNumber: { most: 6, seconds: DAY },
  smsChoicePerPatient: { most: 20, seconds: HOUR },
  /** Only a try that finds no patient counts: a busy desk is not slowed down, and guessing is. */
  walkInTryPerStaff: { most: 20, seconds: HOUR },
  subscribePerEmail: { most: 5, seconds: DAY },
  subscribePerNetwork: { most: 300, seconds: HOUR },
  /** Unknown links. */
  subscriptionLinkPerNetwork: { most: 100, seconds: HOUR },
  /** Unknown ones: mail providers send the clicks of all their users from a few networks (RFC 8058). */
  oneClickPerNetwork: { most: 3_000, seconds: HOUR },
  enquiryPerEmail: { most: 10, seconds: HOUR },
  enquiryPerNetwork: { most: 60, seconds: HOUR },
  errorLogPerNetwork: { most: 120, seconds: 10 * MINUTE },
  /** Each secret of the Studio's Preview action starts one preview; it expires before the window ends. */
  previewSecret: { most: 1, seconds: HOUR },
  previewStartPerNetwork: { most: 120, seconds: 10 * MINUTE },
  /** Tiles that are requested from the tile service; stored ones do not count. A first view has up to 30. Counted in each process. */
  tilePerNetwork: { most: 3_000, seconds: HOUR },
  /** Searches of the site; each takes the process a few milliseconds. Counted in each process. */
  searchPerNetwork: { most: 600, seconds: 10 * MINUTE },
  /**
   * Events whose signature the payment provider verifies: forged events use up the share of their network first, and not our calls at the
   * provider. It sends three for each payment. Counted in each process.
   */
  webhookPerNetwork: { most: 300, seconds: MINUTE },
  webhooks: { most: 600, seconds: MINUTE },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/** The longest window of a limit. */
export const LONGEST_LIMIT_SECONDS = Math.max(
  ...Object.values(LIMITS).map(({ seconds }) => seconds),
)

/** Requests that may be under way per database connection; more are refused as 'busy' (API-06). Holds wait for their turn at the event instead. */
export const REQUESTS_PER_CONNECTION = 50

/** How long a patient may hold places of one event, in minutes of any 24 hours (BOOK-06). */
export const HELD_MINUTES_PER_EVENT = 45

/** How many waiting lists a patient may be on at the same time (WAIT-01). */
export const MOST_WAITING_LISTS = 5

/** How many events a list or the sitemap has at most: the next ones. */
export const MOST_EVENTS_LISTED = 500
/**
 * How long one answer serves all who request the same, in milliseconds. An event and its places are chosen from: a place that
 * another process gave away must not be shown for long.
 */
export const SHARED_ANSWERS_MS = { list: 1_000, event: 250 }
/** How many past appointments a patient's list has at most: the newest. */
export const MOST_PAST_APPOINTMENTS = 200

/**
 * The longest time-out for the identity provider and the payment provider. Far below UNFINISHED_CHANGE_SECONDS, so
 * that no request is under way any more when a change is given up, and below the time that a transaction may wait for it.
 */
export const MOST_PROVIDER_MS = 10_000

/** A call of the payment provider ends by then, with its token and all its repetitions. */
export const MOST_PAYMENT_CALL_MS = 13_000
/**
 * Within this time of a capture no other process reads it from the provider. Longer than the calls under one lease, so that a slow process
 * does not conclude what another captures: reading the order, the capture, and reading it again after a refusal. With the next run of the sweep a
 * payment whose process was killed is concluded within a minute.
 */
export const CAPTURE_LEASE_SECONDS = (3 * MOST_PAYMENT_CALL_MS) / 1000 + 6
/** How long a patient who pressed Pay waits for the capture, after the order was read: the page then requests the result again and again. */
export const CAPTURE_ANSWER_MS = 15_000
/** How long after its beginning a payment that was approved is still captured; later it is given up, and nothing was taken. */
export const CAPTURE_AGAIN_SECONDS = 30 * MINUTE
/** The sweep of payments that nothing else concluded: at the start of a process, and then so often. */
export const SWEEP = {
  everyMs: 10_000,
  most: 20,
  olderSeconds: 20,
  leaseSeconds: CAPTURE_LEASE_SECONDS,
} as const
/** A pending payment is checked after a tenth of its age, within these bounds. */
export const PENDING_POLL_SECONDS = { least: 20, most: HOUR } as const
/** How long a payment under capture whose order the provider does not have is kept before it is given up: its orders live three hours. */
export const UNKNOWN_ORDER_SECONDS = 3 * HOUR
/** When the sweep reads the order of a payment that ended without a capture again: a capture can appear late. */
export const LOOK_AGAIN_SECONDS = [5 * MINUTE, HOUR, 6 * HOUR, 72 * HOUR] as const
/** When a refund that the provider did not make is requested again: doubled each time; `exceededSeconds` when the capture has too little left. */
export const REFUND_RETRY = { firstSeconds: 30, mostSeconds: HOUR, exceededSeconds: DAY } as const
/** The provider repeats an event for three days. A delivery that was sent first before this is refused. */
export const OLDEST_TRANSMISSION_SECONDS = 4 * DAY
/** Refunds that wait for a dispute or reversal that an event named: how often the provider is checked, and when an unconfirmed hold ends. Its list lags by three hours. */
export const REFUND_HOLD = { everySeconds: 3 * HOUR, mostSeconds: DAY } as const
/** From this age on a payment that is not settled, or a refund that is not made, shows as a fault of the service's health. */
export const LATE_PAYMENT_SECONDS = {
  unsettled: 15 * MINUTE,
  /** The provider's checks of a payment take up to three days; after that only the operator can find out what holds the place. */
  pending: 3 * DAY,
  /** A pending payment that keeps a place: shorter, because no other patient can book the place in the meantime. */
  kept: 6 * HOUR,
  refund: DAY,
} as const

/** The connections of a process. Two processes and a command, which has two, fit a session pooler of 15. */
export const DEFAULT_POOL_MAX = 5

/** How long a statement waits for a lock; the request then returns 'busy' (BOOK-06). */
export const LOCK_TIMEOUT_MS = 2_000
/** The same for operators' commands. */
export const OPERATOR_LOCK_TIMEOUT_MS = 10_000
/**
 * How a migration gets its locks while the site serves. Requests wait behind it for `timeoutMs` for each table that it changes: with three tables
 * less than LOCK_TIMEOUT_MS, so that no request fails. Postgres takes a second to find a deadlock: before that the migration gives way.
 */
export const MIGRATION_LOCKS = { timeoutMs: 500, attempts: 30, pauseMs: 1_000 } as const
/** The same for hiding a result, which must not fail because a large laboratory file is being imported (LAB-08). */
export const HIDE_LOCK_TIMEOUT_MS = 180_000

/**
 * The response to a refused sign-in is sent at a multiple of this time after the request arrived. The identity provider hashes the
 * password only for an existing account (70 to 100 ms), which the response time must not reveal (AUTH-01).
 */
export const REFUSED_SIGN_IN_STEP_MS = 500

/** The response to an access code, right or wrong, is sent at a multiple of this time, which does not reveal whether an event or a code exists (EVD-05). */
export const ACCESS_CODE_STEP_MS = 250

/** The same as for a sign-in, for a refused code of a password reset. */
export const REFUSED_CODE_STEP_MS = 500

/** The second factor of staff (STF-02, decision 048): wrong codes that lock it, and for how long. */
export const FACTOR_LOCK = { wrongCodes: 5, seconds: 15 * MINUTE } as const
/** A session of staff without the second factor ends after this time. */
export const HALF_SESSION_SECONDS = 10 * MINUTE

/** How far this process's clock may be from the database's, with room: it is measured every minute. */
export const CLOCK_TOLERANCE_MS = 5_000

/** After this time a session at the identity provider that its process has not ended is ended by a job: longer than a call takes. */
export const PROVIDER_SESSION_SECONDS = 120

export const RESET_ATTEMPT_SECONDS = RESET_ATTEMPT_HOURS * HOUR
export const RESET_RIGHT_SECONDS = RESET_RIGHT_MINUTES * MINUTE
/** A code that the provider could not send within this time is not sent any more: the patient has requested another. */
export const RESET_MAIL_SECONDS = 10 * MINUTE
export const EMAIL_LINK_SECONDS = EMAIL_LINK_DAYS * DAY
/** A change of an account that its request did not finish is finished by a job after this time. */
export const UNFINISHED_CHANGE_SECONDS = MINUTE
/** How long a browser without a session remembers an accepted access code (EVD-05). */
export const BROWSER_GRANT_SECONDS = 7 * DAY

/** How long a browser stays known for the addresses that signed in on it: the longest that browsers keep a cookie (RFC 6265bis 5.5). */
export const KNOWN_DEVICE_SECONDS = 400 * DAY

/** The largest request body, in bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024
/** Fields of a request: of its query and its body together. */
export const MOST_FIELDS = 100

/** The tile service of the map (MAP_TILES): a visitor sees the base map in the meantime. */
export const TILE_SERVICE = {
  timeoutMs: 4_000,
  mostBytes: 512 * 1024,
  /** Requests under way per process. */
  mostAtOnce: 32,
  /** After so many failures in a row the service is left alone for a while. */
  failures: 3,
  restMs: 30_000,
  /** How old a kept tile may be before it is requested again. */
  freshMs: 30 * DAY * 1000,
  /** The size of the kept tiles on disk. */
  cacheBytes: 256 * 1024 * 1024,
} as const
