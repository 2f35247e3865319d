const WINDOW_MS = 15 * 60 * 1000
const PER_ACCOUNT = 10
const FOR_ALL = 60

/** Rate-limits wrong passwords: 10 per account and 60 in total per 15 minutes. */
export function createGuessLimit(now: () => Date) {
  let guesses: { account: string; at: number }[] = []
  const recent = () => {
    guesses = guesses.filter((guess) => guess.at > now().getTime() - WINDOW_MS)
    return guesses
  }
  return {
    allows(account: string): boolean {
      const all = recent()
      const own = all.filter((guess) => guess.account === account)
      return all.length < FOR_ALL && own.length < PER_ACCOUNT
    },
    count(account: string): void {
      guesses.push({ account, at: now().getTime() })
    },
    forget(account: string): void {
      guesses = guesses.filter((guess) => guess.account !== account)
    },
  }
}
