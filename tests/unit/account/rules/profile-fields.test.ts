import { describe, expect, it } from 'vitest'
import {
  COUNTRIES,
  displayName,
  ETHNICITIES,
  GENDERS,
  joinAddress,
} from '#account/rules/profile-fields.ts'

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

  it('AUTH-02 joins the display name', () => {
    expect(displayName(' Edwin Arthur ', ' Sample')).toBe('Edwin Arthur Sample')
    expect(displayName('Edwin', '')).toBe('Edwin')
  })
})
