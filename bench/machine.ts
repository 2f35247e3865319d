import { availableParallelism, cpus, loadavg } from 'node:os'

/** The date, and the machine that measures with its load now. */
export const machine = () =>
  `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`

/** The value below which the part `q` of the values lies. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}
