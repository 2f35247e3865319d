import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CipherContext, createSealer } from '#server/security/seal.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const lookup = randomBytes(32)
const old = key('k1')
const current = key('k2')
const sealer = createSealer({ data: [current, old], lookup })
const place: CipherContext = { table: 'profiles', row: 'row-1', column: 'nhs_number' }

describe('sealed values', () => {
  it('open to what was sealed, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sealer.open(sealer.seal(text, place), place)).toBe(text)
      }),
    )
  })

  it('hold no trace of the text, and are different every time', () => {
    const text = '9434765919'
    const [first, second] = [sealer.seal(text, place), sealer.seal(text, place)]
    expect(first.equals(second)).toBe(false)
    expect(first.includes(text)).toBe(false)
  })

  it.each([
    ['another row', { ...place, row: 'row-2' }],
    ['another column', { ...place, column: 'answers' }],
    ['another table', { ...place, table: 'consents' }],
  ])('do not open in %s', (_, other) => {
    expect(() => sealer.open(sealer.seal('secret', place), other)).toThrow()
  })

  it('do not open when any byte was changed', () => {
    const sealed = sealer.seal('9434765919', place)
    for (let at = 0; at < sealed.length; at += 1) {
      const forged = Buffer.from(sealed)
      forged.writeUInt8(forged.readUInt8(at) ^ 1, at)
      expect(() => sealer.open(forged, place), `byte ${at}`).toThrow()
    }
  })

  it('do not open when cut short', () => {
    const sealed = sealer.seal('9434765919', place)
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealer.open(sealed.subarray(0, length), place), `${length} bytes`).toThrow()
    }
  })
})

describe('versioned keys', () => {
  it('seal with the first key and open what an older one sealed', () => {
    const before = createSealer({ data: [old], lookup })
    expect(sealer.open(before.seal('secret', place), place)).toBe('secret')
    expect(() => before.open(sealer.seal('secret', place), place)).toThrow("'k2'")
  })

  it('name the key that is missing, and never the text', () => {
    const after = createSealer({ data: [key('k3')], lookup })
    expect(() => after.open(sealer.seal('secret', place), place)).toThrow(
      "The data key 'k2' is not configured.",
    )
  })

  it('do not open under another key of the same name', () => {
    const impostor = createSealer({ data: [key('k2')], lookup })
    expect(() => impostor.open(sealer.seal('secret', place), place)).toThrow()
  })
})

describe('look-up hashes', () => {
  it('find the same text again, under any data key', () => {
    const rotated = createSealer({ data: [key('k9')], lookup })
    expect(rotated.lookup('9434765919', 'nhs').equals(sealer.lookup('9434765919', 'nhs'))).toBe(
      true,
    )
  })

  it('differ by text, by purpose and by key', () => {
    const other = createSealer({ data: [current], lookup: randomBytes(32) })
    const hashes = [
      sealer.lookup('9434765919', 'nhs'),
      sealer.lookup('9434765870', 'nhs'),
      sealer.lookup('9434765919', 'limit'),
      other.lookup('9434765919', 'nhs'),
    ]
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
  })
})
