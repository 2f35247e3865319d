import type { LeftAddress } from '#content/rules/redirects.ts'
import {
  readLeftAddresses,
  writeLeftAddresses,
} from '#content/server/publishing/releases/redirects.ts'

/** Moves former addresses from the disk into the content lake. Those that the lake does not accept stay on the disk. */
export async function storeLeftAddresses(
  releasesDir: string,
  store: (addresses: readonly LeftAddress[]) => Promise<boolean>,
): Promise<void> {
  const addresses = readLeftAddresses(releasesDir)
  if (addresses.length === 0 || !(await store(addresses))) return
  // A publication may have added one in the meantime.
  const stored = new Set(addresses.map(({ from, id }) => `${from} ${id}`))
  const rest = readLeftAddresses(releasesDir).filter(({ from, id }) => !stored.has(`${from} ${id}`))
  writeLeftAddresses(releasesDir, rest)
}
