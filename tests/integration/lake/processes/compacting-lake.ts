import { TransactionLog } from '#local/lake/log.ts'

/** The normal lake, but its log counts as full after each transaction: it is compacted all the time. */
const FULL_BYTES = 1_000_000_000
Object.defineProperty(TransactionLog.prototype, 'bytes', { get: () => FULL_BYTES })
await import('#local/lake/main.ts')
