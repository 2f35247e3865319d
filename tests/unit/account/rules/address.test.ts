import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameAddress, splitAddress } from '#account/rules/address.ts'
import { COUNTRIES, joinAddress } from '#account/rules/profile-fields.ts'

describe('the parts of a stored address', () => {
  it.each([
    [
      '1 Quay Street, YO21 3EN, United Kingdom',
      { address1: '1 Quay Street', address2: '', postCode: 'YO21 3EN', country: 'United Kingdom' },
    ],
    [
      'Flat 2, 1 Quay Street, Whitby, YO21 3EN, United Kingdom',
      {
        address1: 'Flat 2',
        address2: '1 Quay Street, Whitby',
        postCode: 'YO21 3EN',
        country: 'United Kingdom',
      },
    ],
    [
      '4 Main Street, D02 X285, Ireland',
      { address1: '4 Main Street', address2: '', postCode: 'D02 X285', country: 'Ireland' },
    ],
    // Another form stays whole: nothing is guessed.
    ['1 High Street', { address1: '1 High Street', address2: '', postCode: '', country: '' }],
    [
      '1 High Street, Colchester, England',
      { address1: '1 High Street, Colchester, England', address2: '', postCode: '', country: '' },
    ],
    [
      '12, United Kingdom',
      { address1: '12, United Kingdom', address2: '', postCode: '', country: '' },
    ],
    ['', { address1: '', address2: '', postCode: '', country: '' }],
  ])('PORT-02 %j', (text, parts) => {
    expect(splitAddress(text)).toEqual(parts)
  })

  it('PORT-02 joined again, they are the text that sign-up joined', () => {
    const line = fc.stringMatching(/^[A-Za-z0-9 ,'-]{1,40}$/)
    const code = fc.constantFrom('YO21 3EN', 'SW1A 1AA', 'D02 X285', 'M1 1AE')
    fc.assert(
      fc.property(
        line,
        line,
        code,
        fc.constantFrom(...COUNTRIES),
        (one, two, postCode, country) => {
          const text = joinAddress({ address1: one, address2: two, postCode, country })
          const words = (joined: string) => joined.split(/[\s,]+/).filter(Boolean)
          const again = joinAddress(splitAddress(text))
          expect(words(again)).toEqual(words(text))
          expect(isSameAddress(splitAddress(text), text)).toBe(true)
        },
      ),
    )
  })
})
