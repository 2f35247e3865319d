import { createHash } from 'node:crypto'
import { SIGN_IN_LIMITS } from './limits.ts'

const WINDOW_MS = 15 * 60 * 1000

/** Who guesses: the address they give, their network, and the id of a browser that was signed in with that address. */
export type Guess = { address: string; network: string; device: string | undefined }

/**
 * Rate-limits wrong passwords. A known browser has its own allowance, so that guesses of strangers do not lock an editor
 * out.
 */
export function createGuessLimit(now: () => Date) {
  let taken: { keys: string[]; at: number }[] = []
  return {
    /** Counts an attempt before its password is checked, so that simultaneous ones cannot exceed the limit. */
    take(guess: Guess): boolean {
      taken = taken.filter(({ at }) => at > now().getTime() - WINDOW_MS)
      const limits = limitsOf(guess)
      const isFree = ([key, most]: [string, number]) =>
        taken.filter(({ keys }) => keys.includes(key)).length < most
      if (!limits.every(isFree)) return false
      taken.push({ keys: limits.map(([key]) => key), at: now().getTime() })
      if (taken.length > SIGN_IN_LIMITS.remembered) taken.shift()
      return true
    },
    /** After a right password: removes the attempts of this person. */
    clear(guess: Guess): void {
      const [[own] = []] = limitsOf(guess)
      taken = taken.filter(({ keys }) => own === undefined || !keys.includes(own))
    },
  }
}

/** The counters of a guess and their limits, the most specific one first. */
function limitsOf({ address, network, device }: Guess): [string, number][] {
  if (device !== undefined) return [[digestOf('device', device), SIGN_IN_LIMITS.device]]
  return [
    [digestOf('both', address, network), SIGN_IN_LIMITS.addressAndNetwork],
    [digestOf('network', network), SIGN_IN_LIMITS.network],
    [digestOf('address', address), SIGN_IN_LIMITS.address],
  ]
}

function digestOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64')
}
