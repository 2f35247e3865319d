/**
 * For answers that may arrive in another order than they were requested. Each attempt begins with a call of the result, which
 * returns whether that attempt is still the latest one.
 */
export function latestOnly(): () => () => boolean {
  let latest = 0
  return () => {
    latest += 1
    const mine = latest
    return () => mine === latest
  }
}
