import type { LeftAddress } from '#domain/redirects.ts'
import { readLeftAddresses, writeLeftAddresses } from '#server/publishing/releases/redirects.ts'

/** Moves the addresses that documents have left from the disk into the content lake; they stay on the disk while it refuses. */
export async function storeLeftAddresses(
  releasesDir: string,
  store: (addresses: readonly LeftAddress[]) => Promise<boolean>,
): Promise<void> {
  const addresses = readLeftAddresses(releasesDir)
  if (addresses.length === 0 || !(await store(addresses))) return
  // A publication may have added one meanwhile.
  const stored = new Set(addresses.map(({ from, id }) => `${from} ${id}`))
  const rest = readLeftAddresses(releasesDir).filter(({ from, id }) => !stored.has(`${from} ${id}`))
  writeLeftAddresses(releasesDir, rest)
}
