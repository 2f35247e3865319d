import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Node's options for a server whose memory is measured. */
export const REPORTS_MEMORY = [
  '--expose-gc',
  '--import',
  join(import.meta.dirname, 'report-memory.ts'),
]

const LINE = /^memory after collection: ([\d.]+) MB$/gm
const EVERY_MS = 50

/**
 * Measures what a process needs: its heap and buffers after a collection, in MB. Resident memory also has what the collector and the
 * allocator keep for later. `output` is what the process has written.
 */
export const collectedMemory = (pid: number, output: () => string) => async (): Promise<number> => {
  const measured = () => [...output().matchAll(LINE)].map(([, mb]) => Number(mb))
  const before = measured().length
  process.kill(pid, 'SIGUSR2')
  while (measured().length === before) await pause(EVERY_MS)
  return measured().at(-1) ?? 0
}
