import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SEALED_TABLES } from '#app/database/sealed-values.ts'
import { type CipherContext, createSealer } from '#core/server/security/seal.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const lookup = randomBytes(32)
const older = key('k1')
const current = key('k2')
const sealer = createSealer({ data: [current, older], lookup })
const context: CipherContext = { table: 'profiles', row: 'row-1', column: 'nhs_number' }

describe('sealed values', () => {
  it('open to the text that was sealed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sealer.open(sealer.seal(text, context), context)).toBe(text)
      }),
    )
  })

  it('do not contain the text and differ every time', () => {
    const text = '9434765919'
    const [first, second] = [sealer.seal(text, context), sealer.seal(text, context)]
    expect(first.equals(second)).toBe(false)
    expect(first.includes(text)).toBe(false)
  })

  it.each([
    ['another row', { ...context, row: 'row-2' }],
    ['another column', { ...context, column: 'answers' }],
    ['another table', { ...context, table: 'consents' }],
  ])('do not open in %s', (_, other) => {
    expect(() => sealer.open(sealer.seal('secret', context), other)).toThrow()
  })

  it('do not open when any byte was changed', () => {
    const sealed = sealer.seal('9434765919', context)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => sealer.open(changed, context), `byte ${at}`).toThrow()
    }
  })

  it('do not open when cut short', () => {
    const sealed = sealer.seal('9434765919', context)
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealer.open(sealed.subarray(0, length), context), `${length} bytes`).toThrow()
    }
  })
})

describe('the length of sealed values', () => {
  it.each(Object.values(SEALED_TABLES))(
    'LAB-10 of $table.$column is one for every short text, also for none',
    ({ contextOf }) => {
      const lengths = ['', 'red', 'intermediate', '2029-11-05', '9434765919', 'x'.repeat(64)].map(
        (text) => sealer.seal(text, contextOf('row-1')).length,
      )
      expect(new Set(lengths).size).toBe(1)
    },
  )

  it('LAB-10 a value from before the padding opens', () => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(
      Buffer.from('profiles\nrow-1\nnhs_number'),
    )
    const text = Buffer.concat([cipher.update('9434765919'), cipher.final()])
    const sealed = Buffer.concat([Buffer.from('\x02k2'), nonce, cipher.getAuthTag(), text])
    expect(sealer.open(sealed, context)).toBe('9434765919')
    expect(sealer.seal('9434765919', context).length).toBeGreaterThan(sealed.length)
  })
})

describe('versioned keys', () => {
  it('seal with the first key and open values sealed with an older one', () => {
    const before = createSealer({ data: [older], lookup })
    expect(sealer.open(before.seal('secret', context), context)).toBe('secret')
    expect(() => before.open(sealer.seal('secret', context), context)).toThrow("'k2'")
  })

  it('name the missing key in the error, without the text', () => {
    const after = createSealer({ data: [key('k3')], lookup })
    expect(() => after.open(sealer.seal('secret', context), context)).toThrow(
      "The data key 'k2' is not configured.",
    )
  })

  it('do not open with another key of the same name', () => {
    const otherKey = createSealer({ data: [key('k2')], lookup })
    expect(() => otherKey.open(sealer.seal('secret', context), context)).toThrow()
  })
})

describe('look-up hashes', () => {
  it('are the same for the same text with any data key', () => {
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
