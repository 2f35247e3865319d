import { crc32 } from 'node:zlib'

/** More than the 32 bits of the checksum: some choice of capitals always fits. */
const LETTERS = 48

type Row = { readonly value: number; readonly flips: bigint }

/** `before`, letters, `after`, with this CRC32. The checksum is linear in the letters' case: a system of 32 equations. */
export function withChecksum(before: string, after: string, wanted: number): string {
  const textOf = (flips: bigint) => {
    const letters = Array.from({ length: LETTERS }, (_, n) =>
      (flips >> BigInt(n)) & 1n ? 'a' : 'A',
    )
    return `${before}${letters.join('')}${after}`
  }
  const plain = crc32(textOf(0n))
  const basis: Row[] = []
  const reduced = (row: Row): Row =>
    basis.reduce((rest, one) => {
      const value = (rest.value ^ one.value) >>> 0
      return value < rest.value ? { value, flips: rest.flips ^ one.flips } : rest
    }, row)
  for (let n = 0; n < LETTERS; n += 1) {
    const flips = 1n << BigInt(n)
    const row = reduced({ value: (crc32(textOf(flips)) ^ plain) >>> 0, flips })
    if (row.value !== 0) basis.push(row)
    basis.sort((one, other) => other.value - one.value)
  }
  const { value, flips } = reduced({ value: (plain ^ wanted) >>> 0, flips: 0n })
  if (value !== 0) throw new Error('no letters fit')
  return textOf(flips)
}
