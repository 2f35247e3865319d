import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COUNTRIES,
  displayName,
  ETHNICITIES,
  GENDERS,
  isEmail,
  isPhone,
  joinAddress,
  normaliseEmail,
} from '#domain/profile-fields.ts'
import { PROPERTY } from './samples.ts'

describe('choices and parts', () => {
  it('AUTH-02 has 2 countries, 4 genders and 17 ethnicities', () => {
    expect(COUNTRIES).toEqual(['United Kingdom', 'Ireland'])
    expect(GENDERS).toEqual(['Male', 'Female', 'Non-binary', 'Other'])
    expect(ETHNICITIES.join(', ')).toBe(
      'White British, White Irish, White other, Mixed White and Black Caribbean, Mixed White and Black African, Mixed White and Asian, Mixed other, Asian Indian, Asian Pakistani, Asian Bangladeshi, Asian other, Black Caribbean, Black African, Black other, Chinese, Other ethnic group, Not stated',
    )
    expect(new Set(ETHNICITIES).size).toBe(17)
  })

  it('API-07 the home address is one comma-joined line without blanks', () => {
    const address = { address1: '1 Harbour Row', postCode: 'ZZ1 1ZZ', country: 'Ireland' }
    expect(joinAddress(address)).toBe('1 Harbour Row, ZZ1 1ZZ, Ireland')
    expect(joinAddress({ ...address, address2: ' Quay ' })).toBe(
      '1 Harbour Row, Quay, ZZ1 1ZZ, Ireland',
    )
  })

  it('AUTH-02 trims and lower-cases the e-mail address and joins the display name', () => {
    expect(normaliseEmail('  Edwin@Example.ORG ')).toBe('edwin@example.org')
    expect(displayName(' Edwin Arthur ', ' Sample')).toBe('Edwin Arthur Sample')
    expect(displayName('Edwin', '')).toBe('Edwin')
  })

  it.each([
    ['edwin@example.org', true],
    [' Edwin.A+psa@mail.example.co.uk ', true],
    ["o'neill@example.ie", true],
    ['edwin@localhost', false],
    ['edwin@example..org', false],
    ['edwin@-example.org', false],
    ['edwin example@example.org', false],
    ['edwin@example.org,b@example.org', false],
    ['a\nb@example.org', false],
    ['@example.org', false],
    [`${'a'.repeat(65)}@example.org`, false],
    ['', false],
  ])('AUTH-02 e-mail %j: %s', (text, expected) => {
    expect(isEmail(text)).toBe(expected)
  })

  it('AUTH-02 accepts every common e-mail address and refuses a long text quickly', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,15}$/)
    fc.assert(
      fc.property(name, name, name, (local, host, top) => {
        expect(isEmail(`${local}@${host}.${top}`)).toBe(true)
      }),
      PROPERTY,
    )
    expect(isEmail(`a@${'a.'.repeat(50_000)}`)).toBe(false)
  })

  it.each([
    ['+447700900123', true],
    ['07700 900 123', true],
    ['+44 (0)20 7946 0958', true],
    ['020-7946-0958', true],
    ['123456', false],
    ['1234567', true],
    ['1234567890123456', false],
    ['0770090012x', false],
    ['++447700900123', false],
    ['', false],
  ])('AUTH-02 phone %j: %s', (text, expected) => {
    expect(isPhone(text)).toBe(expected)
  })
})
