import { randomInt } from 'node:crypto'
import { randomLabel } from '#results/rules/sample-label.ts'

const RANDOM_STEPS = 2 ** 32

/** So many different new labels (CLI-08). Each is printed twice: for the tube, and for the run sheet. */
export function newLabels(count: number): string[] {
  const made = new Set<string>()
  while (made.size < count) made.add(randomLabel(() => randomInt(RANDOM_STEPS) / RANDOM_STEPS))
  return [...made]
}
