import { describe, expect, it } from 'vitest'
import { checkDetails } from '#account/rules/profile.ts'
import { checkSignUp } from '#account/rules/sign-up.ts'

const today = '2026-12-01'

describe('the details of a profile', () => {
  it.each([
    [{ phone: 'call me' }, 'phone'],
    [{ gender: 'Captain' }, 'gender'],
    [{ ethnicity: 'Other' }, 'ethnicity'],
    [{ birthDate: '2027-01-01' }, 'birthDate'],
    [{ birthDate: '1990-01-01' }, 'birthDate'],
    [{ nhsNumber: '1234567890' }, 'nhsNumber'],
  ])('PORT-03 refuses %j', (details, field) => {
    expect(Object.keys(checkDetails(details, {}, today))).toEqual([field])
  })

  it('PORT-03 an old value left unchanged never blocks saving', () => {
    const old = { phone: 'call me', birthDate: '1930-05-05', nhsNumber: '1' }
    expect(checkDetails(old, old, today)).toEqual({})
    expect(checkDetails({ ...old, phone: 'or me' }, old, today)).toHaveProperty('phone')
  })

  it('PORT-03 one of the names has letters, unless both are as stored', () => {
    const stored = { firstName: 'Ravi', lastName: '-' }
    expect(checkDetails({ lastName: '.' }, stored, today)).toEqual({})
    expect(checkDetails({ firstName: '.' }, stored, today)).toEqual({
      firstName: 'Enter your name using letters.',
    })
    const before = { firstName: '.', lastName: '-' }
    expect(checkDetails({ ...before, occupation: 'Baker' }, before, today)).toEqual({})
    expect(checkDetails({ lastName: '.' }, before, today)).toEqual({
      lastName: 'Enter your name using letters.',
    })
  })

  it('PORT-03 accepts missing details', () => {
    expect(checkDetails({}, {}, today)).toEqual({})
    expect(checkDetails({ gender: null, nhsNumber: null, occupation: 'Baker' }, {}, today)).toEqual(
      {},
    )
  })
})

describe('texts that are too long', () => {
  const form = {
    firstName: 'Edwin',
    lastName: 'Marlow',
    address1: '1 Quay Street',
    address2: '',
    postCode: 'YO21 1AA',
    country: 'United Kingdom',
    occupation: '',
    nhs: '',
    gender: 'Male',
    dateOfBirth: '1966-03-05',
    phoneNumber: '+447700900123',
    email: 'edwin.marlow@example.test',
    password: 'a-calm-harbour',
    confirmPassword: 'a-calm-harbour',
    ethnicity: 'White British',
  }

  it.each([
    ['firstName', 101, 'Use 100 characters or fewer for your first name.'],
    ['address1', 201, 'Use 200 characters or fewer for address line 1.'],
    ['address2', 10_000, 'Use 200 characters or fewer for address line 2.'],
    ['occupation', 201, 'Use 200 characters or fewer for your occupation.'],
  ])('AUTH-02 %s of %i characters is refused before an account is made', (field, length, words) => {
    expect(checkSignUp(form, today)).toEqual({})
    expect(checkSignUp({ ...form, [field]: 'x'.repeat(length) }, today)).toEqual({ [field]: words })
  })
})
