import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownDevices } from '#core/server/security/known-device.ts'
import { createSealer } from '#core/server/security/seal.ts'

const devicesOf = (letter: string) =>
  knownDevices(
    createSealer({
      data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
      lookup: Buffer.alloc(32, letter),
    }),
  )
const devices = devicesOf('a')
const address = fc.emailAddress()

describe('the cookie of a known device', () => {
  it('AUTH-14 is known for its address, and for no other, browser or key', () => {
    fc.assert(
      fc.property(address, address, (own, other) => {
        fc.pre(own !== other)
        const cookie = devices.remember(undefined, own)
        expect(devices.idFor(cookie, own)).toBe(cookie.slice(0, 22))
        expect(devices.idFor(cookie, other)).toBeUndefined()
        expect(devicesOf('b').idFor(cookie, own)).toBeUndefined()
        const swapped = devices.remember(undefined, other).slice(0, 22) + cookie.slice(22)
        expect(devices.idFor(swapped, own)).toBeUndefined()
      }),
    )
  })

  it('AUTH-14 keeps its id for a household of four; the address used longest ago is removed', () => {
    const people = ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test', 'e@x.test']
    const cookie = people.reduce<string | undefined>(
      (before, one) => devices.remember(before, one),
      undefined,
    )
    expect(people.map((one) => devices.idFor(cookie, one) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    const again = devices.remember(cookie, 'c@x.test')
    expect(again).toHaveLength(cookie?.length ?? 0)
    expect(devices.idFor(again, 'c@x.test')).toBe(cookie?.slice(0, 22))
  })

  it('AUTH-14 any other text is unknown, and is replaced', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(devices.idFor(text, 'a@x.test')).toBeUndefined()
        expect(devices.remember(text, 'a@x.test')).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
      }),
    )
  })
})
