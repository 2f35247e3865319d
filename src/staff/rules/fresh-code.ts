/** How long after a code of the second factor an action that needs a fresh one is done without asking again (STF-07). */
export const FRESH_MINUTES = 10

/** Whether the person gave a code of the second factor within the last minutes. */
export const isFresh = ({ factorAt }: { readonly factorAt: Date }, now: Date): boolean =>
  now.getTime() - factorAt.getTime() <= FRESH_MINUTES * 60_000
