import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  COUNTRIES,
  checkSignUp,
  displayName,
  ETHNICITIES,
  GENDERS,
  isEmail,
  isPhone,
  joinAddress,
  normaliseEmail,
} from '#domain/profile-fields.ts'
import { addDays } from '#domain/time.ts'
import { PROPERTY, sampleForm } from './samples.ts'

const TODAY = '2026-11-21'

describe('choices and parts', () => {
  it('AUTH-02 the 2 countries, 4 genders and 17 ethnicities', () => {
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

  it('AUTH-02 e-mail is trimmed and lowercased, the display name joined', () => {
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

  it('AUTH-02 every common e-mail address is one, and a long text is refused at once', () => {
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

describe('sign-up form', () => {
  it('AUTH-02 a whole form has no faults', () => {
    expect(checkSignUp(sampleForm(), TODAY)).toEqual({})
    expect(checkSignUp(sampleForm({ nhs: '943 476 5919' }), TODAY)).toEqual({})
  })

  it('AUTH-02 an empty form names every required field, in field order', () => {
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
    ['phoneNumber', '12', 'Enter a phone number with its country code, such as +447700900123.'],
    ['email', 'edwin', 'Enter an email address such as name@example.org.'],
    ['confirmPassword', 'Harbour', 'Passwords do not match'],
  ] as const)('AUTH-02 %s %j: %s', (field, value, message) => {
    expect(checkSignUp(sampleForm({ [field]: value }), TODAY)).toEqual({ [field]: message })
  })

  it('AUTH-02 a short password, repeated rightly, is too short only', () => {
    const form = sampleForm({ password: '12345', confirmPassword: '12345' })
    expect(checkSignUp(form, TODAY)).toEqual({ password: 'Please use a longer password.' })
  })

  it('AUTH-02 admits exactly those from 40 to 80 on the day', () => {
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
