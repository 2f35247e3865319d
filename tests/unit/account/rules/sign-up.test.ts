import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSignUp } from '#account/rules/sign-up.ts'
import { addDays } from '#core/rules/time.ts'
import { PROPERTY, sampleForm } from '../../events/rules/samples.ts'

const TODAY = '2026-11-21'

describe('sign-up form', () => {
  it('AUTH-02 a complete form has no errors', () => {
    expect(checkSignUp(sampleForm(), TODAY)).toEqual({})
    expect(checkSignUp(sampleForm({ nhs: '943 476 5919' }), TODAY)).toEqual({})
  })

  it('AUTH-02 an empty form has a message per required field, in field order', () => {
    const empty = sampleForm()
    for (const field of Object.keys(empty) as Array<keyof typeof empty>) empty[field] = ''
    expect(Object.entries(checkSignUp(empty, TODAY))).toEqual([
      ['firstName', 'Enter your first name, including any middle name.'],
      ['lastName', 'Enter your last name.'],
      ['address1', 'Enter the first line of your address.'],
      ['postCode', 'Enter your postcode.'],
      ['country', 'Choose your country.'],
      ['gender', 'Choose your gender.'],
      ['dateOfBirth', 'Enter your date of birth.'],
      ['phoneNumber', 'Enter your phone number.'],
      ['email', 'Enter your email address.'],
      ['password', 'Enter a password.'],
      ['confirmPassword', 'Enter the password again.'],
      ['ethnicity', 'Choose your ethnicity.'],
    ])
  })

  it.each([
    ['firstName', '  ', 'Enter your first name, including any middle name.'],
    ['country', 'France', 'Choose your country.'],
    ['gender', 'male', 'Choose your gender.'],
    ['ethnicity', 'British', 'Choose your ethnicity.'],
    ['nhs', '943476591', 'Enter a valid 10-digit NHS number, or leave it empty.'],
    ['nhs', '9434765918', 'Enter a valid 10-digit NHS number, or leave it empty.'],
    ['dateOfBirth', '2026-11-22', 'Date of birth cannot be later than today.'],
    ['dateOfBirth', '2026-11-21', 'You must be between 40 and 80 years old to register.'],
    ['dateOfBirth', '1986-11-22', 'You must be between 40 and 80 years old to register.'],
    ['dateOfBirth', '1945-11-21', 'You must be between 40 and 80 years old to register.'],
    ['dateOfBirth', '1966-02-30', 'Enter a real date of birth.'],
    ['phoneNumber', '012', 'This phone number has too few digits.'],
    ['email', 'edwin', 'Enter an email address in the correct format, like name@example.com.'],
    ['confirmPassword', 'Harbour', 'Passwords do not match'],
  ] as const)('AUTH-02 %s %j: %s', (field, value, message) => {
    expect(checkSignUp(sampleForm({ [field]: value }), TODAY)).toEqual({ [field]: message })
  })

  it('AUTH-02 one of the two names has letters; the other may be a stand-in, and neither is invisible', () => {
    const faultsOf = (firstName: string, lastName: string) =>
      checkSignUp(sampleForm({ firstName, lastName }), TODAY)
    for (const none of ['-', '.', '–', 'none']) {
      expect(faultsOf('Ravi', none)).toEqual({})
      expect(faultsOf(none, 'Ravi')).toEqual({})
      expect(faultsOf(none, '.')).toEqual({ firstName: 'Enter your name using letters.' })
    }
    for (const unseen of ['\u200b', '\u2060\u200d', '\u00ad', '\u3164', '\u2800\u202e']) {
      expect(faultsOf('Ravi', unseen)).toEqual({ lastName: 'Enter your last name.' })
    }
  })

  it('AUTH-02 a short password with a matching confirmation is only too short', () => {
    const form = sampleForm({ password: '12345', confirmPassword: '12345' })
    expect(checkSignUp(form, TODAY)).toEqual({ password: 'Please use a longer password.' })
  })

  it('AUTH-02 accepts exactly the ages from 40 to 80 on that day', () => {
    expect(checkSignUp(sampleForm({ dateOfBirth: '1986-11-21' }), TODAY)).toEqual({})
    expect(checkSignUp(sampleForm({ dateOfBirth: '1945-11-22' }), TODAY)).toEqual({})
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_500 }), (days) => {
        const dateOfBirth = addDays(TODAY, -days)
        const admitted = dateOfBirth <= '1986-11-21' && dateOfBirth >= '1945-11-22'
        const message = checkSignUp(sampleForm({ dateOfBirth }), TODAY).dateOfBirth
        expect(message === undefined).toBe(admitted)
      }),
      PROPERTY,
    )
  })
})
