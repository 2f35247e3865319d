/** Random choices that a seed repeats. */
export type Random = {
  /** A whole number from 0 to `below` − 1. */
  whole(below: number): number
  /** True in `percent` of the calls. */
  chance(percent: number): boolean
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  bytes(length: number): Buffer
}

/** Mulberry32: 32 bits of state are enough, because a run only has to be repeatable. */
export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    chance: (percent) => next() * 100 < percent,
    pick: (values) => values[whole(values.length)] ?? values[0],
    bytes: (length) => Buffer.from(Array.from({ length }, () => whole(256))),
  }
}
