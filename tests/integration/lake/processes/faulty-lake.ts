import { env } from 'node:process'
import { type LogEntry, TransactionLog } from '#local/lake/log.ts'

/*
 * The lake without one of its protections, selected by LAKE_FAULT. A test for lost or partial transactions must find
 * some here; otherwise the test itself is broken.
 */
const PAUSE_MS = 200
const { append } = TransactionLog.prototype

const faults: Record<string, () => void> = {
  /** Acknowledges first and writes a little later. */
  hasty() {
    TransactionLog.prototype.append = function (entry: LogEntry) {
      setTimeout(() => append.call(this, entry), PAUSE_MS)
    }
  },
  /** Writes a transaction in pieces, and acknowledges when all are there. */
  halving() {
    TransactionLog.prototype.append = function (entry: LogEntry) {
      for (const [index, change] of entry.changes.entries()) {
        if (index > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
        append.call(this, { ...entry, changes: [change] })
      }
    }
  },
  /** Starts from its snapshot alone. */
  forgetful() {
    const { open } = TransactionLog
    TransactionLog.open = (dir) => ({ ...open(dir), entries: [] })
  },
}

const { LAKE_FAULT: name = '' } = env
const spoil = faults[name]
if (!spoil) throw new Error(`There is no fault "${name}".`)
spoil()
await import('#local/lake/main.ts')
