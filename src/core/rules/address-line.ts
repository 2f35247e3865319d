import { cleanLine } from '#core/rules/one-line.ts'

/** Address parts joined by a comma and a space, blank ones skipped (API-07). Example: `1 High Street, Ipswich, IP1 1AA`. */
export function formatAddress(parts: ReadonlyArray<string | null | undefined>): string {
  return parts
    .map((part) => cleanLine(part ?? ''))
    .filter((part) => part !== '')
    .join(', ')
}
