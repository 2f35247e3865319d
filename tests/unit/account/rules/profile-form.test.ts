import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changesOf,
  checkProfileForm,
  DETAIL_NAMES,
  detailsOf,
  type EditedDetails,
  formOf,
  mergeDetails,
  type ProfileForm,
} from '#account/rules/profile-form.ts'

const TODAY = '2026-11-22'
const details = (change: Partial<EditedDetails> = {}): EditedDetails => ({
  first_name: 'James Arthur',
  last_name: 'Barnes',
  gender: 'Male',
  date_of_birth: '1962-03-27',
  ethnicity: 'White British',
  occupation: '',
  phone: '+447700900123',
  home_address: '1 Quay Street, YO21 3EN, United Kingdom',
  billing_address: '2 Pier Road, YO21 3PU, United Kingdom',
  nhs_number: '9434765919',
  ...change,
})
const faults = (form: Partial<ProfileForm>, base = details()) =>
  checkProfileForm({ ...formOf(base), ...form }, base, TODAY)

describe('the form of the details', () => {
  it.each([
    details(),
    details({ billing_address: '1 Quay Street, YO21 3EN, United Kingdom' }),
    // As an older version or an operator may have stored them.
    details({
      first_name: ' James ',
      gender: 'M',
      date_of_birth: '1900-01-01',
      ethnicity: 'Cornish',
      phone: 'ask my wife',
      home_address: ' somewhere,near the sea ',
      billing_address: 'c/o Smith',
      nhs_number: '1234567890',
    }),
  ])('PORT-03 left as it was filled in, it changes nothing and has no fault', (base) => {
    const form = formOf(base)
    expect(changesOf(base, detailsOf(form, base))).toEqual({})
    expect(checkProfileForm(form, base, TODAY)).toEqual({})
  })

  it('PORT-02 without a billing address it offers the home address', () => {
    const base = details({ billing_address: '' })
    expect(formOf(base).isBillingHome).toBe(true)
    expect(changesOf(base, detailsOf(formOf(base), base))).toEqual({
      billing_address: base.home_address,
    })
  })

  it('PORT-02 requires names, phone and both addresses, in the order of the fields', () => {
    const empty = {
      firstName: ' ',
      lastName: '',
      phone: '',
      homeAddress1: '',
      homePostCode: '',
      homeCountry: '',
      billingAddress1: '',
      billingPostCode: '',
    }
    expect(Object.keys(faults(empty))).toEqual([
      'firstName',
      'lastName',
      'phone',
      'homeAddress1',
      'homePostCode',
      'homeCountry',
      'billingAddress1',
      'billingPostCode',
    ])
    const optional = { gender: '', dateOfBirth: '', ethnicity: '', occupation: '' }
    expect(faults({ ...optional, isNhsOpen: true, nhs: '' })).toEqual({})
  })

  it.each([
    [{ dateOfBirth: '1962--27' }, 'dateOfBirth', 'Enter a real date of birth.'],
    [{ dateOfBirth: '2027-01-01' }, 'dateOfBirth', 'Date of birth cannot be later than today.'],
    [
      { dateOfBirth: '1999-01-01' },
      'dateOfBirth',
      'You must be between 40 and 80 years old to register.',
    ],
    [{ phone: '0770' }, 'phone', 'This phone number has too few digits.'],
    [
      { isNhsOpen: true, nhs: '1234567890' },
      'nhs',
      'Enter a valid 10-digit NHS number, or leave it empty.',
    ],
  ] as const)('PORT-03 %j is refused', (form, field, message) => {
    expect(faults(form)).toEqual({ [field]: message })
  })

  it('PORT-02 an NHS number that was not opened is not looked at', () => {
    expect(faults({ isNhsOpen: false, nhs: '1' })).toEqual({})
    const base = details()
    const form = { ...formOf(base), nhs: '' }
    expect(detailsOf(form, base).nhs_number).toBe('9434765919')
    expect(detailsOf({ ...form, isNhsOpen: true }, base).nhs_number).toBe('')
  })
})

describe('two saves of the same details', () => {
  it('PORT-03 changes of different details are joined, of the same detail are a conflict', () => {
    const base = details()
    const mine = details({ phone: '+447700900999', occupation: 'Sailor' })
    const saved = details({ phone: '+447700900555', last_name: 'Barns' })
    const merged = mergeDetails(base, mine, saved)
    expect(merged.details).toMatchObject({
      phone: '+447700900999',
      occupation: 'Sailor',
      last_name: 'Barns',
    })
    expect(merged.conflicts).toEqual([
      { name: 'phone', saved: '+447700900555', mine: '+447700900999' },
    ])
  })

  it('PORT-03 no detail of either side is lost without a conflict', () => {
    const value = fc.constantFrom('a', 'b', 'c')
    const property = fc.property(
      fc.constantFrom(...DETAIL_NAMES),
      value,
      value,
      value,
      (name, base, mine, saved) => {
        const { details: merged, conflicts } = mergeDetails(
          details({ [name]: base }),
          details({ [name]: mine }),
          details({ [name]: saved }),
        )
        const sides = [mine, saved].filter((side) => side !== base)
        const isLost = sides.some((side) => side !== merged[name])
        expect(conflicts.length > 0).toBe(isLost)
      },
    )
    fc.assert(property, { numRuns: 500 })
  })
})
