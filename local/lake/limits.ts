/** What one kind of caller may ask the query worker for. */
export type QueryLimits = {
  /** Characters of a query. */
  queryLength: number
  /** Evaluation steps, as `queries/cost.ts` estimates them. */
  cost: number
  /** From the start of the evaluation. */
  milliseconds: number
  /** Queries that wait for the worker. */
  waiting: number
  /** Characters of a result as JSON. */
  resultLength: number
  /** Memory of the worker. */
  heapMegabytes: number
  /** Open listeners. */
  listeners: number
}

/** Visitors are anonymous: anyone who reaches the lake. Staff have a session or the access token. */
export const QUERY_LIMITS: Readonly<Record<'visitor' | 'staff', QueryLimits>> = {
  visitor: {
    queryLength: 10_000,
    cost: 2_000_000,
    milliseconds: 2_000,
    waiting: 20,
    resultLength: 10_000_000,
    heapMegabytes: 192,
    listeners: 50,
  },
  staff: {
    queryLength: 200_000,
    cost: 500_000_000,
    milliseconds: 20_000,
    waiting: 500,
    resultLength: 100_000_000,
    heapMegabytes: 1_024,
    listeners: 1_000,
  },
}

/** A query that selects the documents of a mutation runs between reading and writing, so it must be short. */
export const MUTATION_QUERY_COST = 2_000_000

/** Transactions that a listener has not received yet; beyond it the listener is closed. */
export const LISTENER_BACKLOG = 200

/** Bytes that wait for a listener that does not read; beyond it the listener is closed. */
export const LISTENER_BUFFER_BYTES = 5_000_000

/** Seconds in `retry-after` of a 503. */
export const RETRY_AFTER_SECONDS = 2

/**
 * Transformations of images. Few run at the same time: each one occupies a thread of the pool that also reads files, and
 * most of a core. Visitors never occupy every place, so that staff can still upload and see images.
 */
export const IMAGE_LIMITS = {
  running: { visitor: 2, staff: 3 },
  waiting: { visitor: 100, staff: 300 },
  /** Pixels of the result; AVIF takes up to 2 s of processor time per million. */
  outputPixels: {
    avif: 4_000_000,
    webp: 12_000_000,
    jpeg: 17_000_000,
    png: 17_000_000,
    gif: 4_000_000,
  },
  seconds: 20,
  cacheBytes: 300_000_000,
  cacheFiles: 5_000,
}
export type ImageLimits = typeof IMAGE_LIMITS

/** Bytes of a request. */
export const BODY_LIMITS = {
  json: 8_000_000,
  visitorJson: 100_000,
  form: 10_000,
}

/** Connections at the same time; a client beyond it is disconnected. */
export const MAX_CONNECTIONS = 1_000

/** A connection on which nothing moves is closed. Listeners send a comment every 15 s. */
export const IDLE_MS = 120_000
