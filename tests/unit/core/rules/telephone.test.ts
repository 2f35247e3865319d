import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { signUp } from '#account/contract/accounts.ts'
import { phoneFault } from '#account/rules/phone-fault.ts'
import { checkDetails } from '#account/rules/profile.ts'
import { checkSignUp } from '#account/rules/sign-up.ts'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { requiredPhone } from '#core/contract/fields.ts'
import { cleanPhone, telephoneHref, ukMobile } from '#core/rules/telephone.ts'
import { PROPERTY, sampleForm } from '../../events/rules/samples.ts'

const NOT_ONE =
  'Enter one phone number in digits, such as 07700 900123. An extension may follow it, such as ext 12.'
const TOO_SHORT = 'This phone number has too few digits.'
const TOO_LONG = 'This phone number has too many digits.'
const NO_COUNTRY = 'Begin the phone number with 0, or with its country code, such as +447700900123.'

/** Numbers as people type and paste them, and as they are stored. */
const NUMBERS: readonly (readonly [string, string])[] = [
  ['+447700900123', '+447700900123'],
  ['07700 900 123', '07700 900 123'],
  ['+44 (0)20 7946 0958', '+44 (0)20 7946 0958'],
  ['020-7946-0958', '020-7946-0958'],
  // As contacts of a telephone copy it.
  ['\u202a+44 7700 900123\u202c', '+44 7700 900123'],
  ['\u202d+44 7700 900123\u202c', '+44 7700 900123'],
  ['\u2068\u200e07700\u200b900123\u2069', '07700900123'],
  ['07700\u00a0900\u202f123', '07700 900 123'],
  ['07700.900.123', '07700 900 123'],
  ['07700–900–123', '07700-900-123'],
  ['07700\u2011900\u2212123', '07700-900-123'],
  ['\uff10\uff17\uff17\uff10\uff10 900123', '07700 900123'],
  ['\uff0b44 7700 900123', '+44 7700 900123'],
  ['(+44) 7700 900123', '+44 7700 900123'],
  ['tel:+447700900123', '+447700900123'],
  ['020 7946 0018 ext 12', '020 7946 0018 ext 12'],
  ['020 7946 0018 x12', '020 7946 0018 ext 12'],
  ['020 7946 0018 (Ext. 12)', '020 7946 0018 ext 12'],
  ['+442079460018;ext=12', '+442079460018 ext 12'],
  ['0044 20 7946 0018 extension 4012', '0044 20 7946 0018 ext 4012'],
  ['+353 87 123 4567', '+353 87 123 4567'],
  ['087 123 4567', '087 123 4567'],
]

const FAULTS: readonly (readonly [string, string])[] = [
  ['seven nine', NOT_ONE],
  ['0770090012x', NOT_ONE],
  ['++447700900123', NOT_ONE],
  ['07700 900123 or 01206 555 0100', NOT_ONE],
  ['01632 960117/960118', NOT_ONE],
  ['07700 ext 900123 ext 12', NOT_ONE],
  ['07700', TOO_SHORT],
  ['+44 770', TOO_SHORT],
  ['+', NOT_ONE],
  ['0770 ext 900123', TOO_SHORT],
  ['+44 7700 900123 900123', TOO_LONG],
  ['7700 900123', NO_COUNTRY],
  ['447700900123', NO_COUNTRY],
]

describe('telephone numbers', () => {
  it.each(NUMBERS)('AUTH-02 PORT-03 %j is stored as %j', (typed, stored) => {
    expect(phoneFault(typed)).toBeUndefined()
    expect(cleanPhone(typed)).toBe(stored)
    expect(cleanPhone(stored)).toBe(stored)
  })

  it.each(FAULTS)('AUTH-02 PORT-03 %j: %s', (typed, message) => {
    expect(phoneFault(typed)).toBe(message)
  })

  it('AUTH-02 PORT-03 forms and API clean and judge every text alike', () => {
    const piece = fc.constantFrom(
      ...'0123456789+()-. x#\u00a0\u202d\u200b\u2013\uff17'.split(''),
      'ext',
      'tel:',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
      fc.constantFrom(...[...NUMBERS, ...FAULTS].map(([typed]) => typed)),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const api = z.safeParse(requiredPhone, typed)
        const form = checkSignUp(sampleForm({ phoneNumber: typed }), '2026-11-26').phoneNumber
        if (!api.success) {
          expect(form).toBe(api.error.issues[0]?.message)
          return
        }
        expect(api.data).toBe(cleanPhone(typed))
        expect(cleanPhone(api.data)).toBe(api.data)
        expect(checkDetails({ phone: api.data }, {}, '2026-11-26').phone).toBe(form)
        // A number that is stored can be dialled, and only a whole mobile number gets text messages.
        if (form === undefined) expect(telephoneHref(typed)).toMatch(/^tel:\+?\d{7,}(;ext=\d+)?$/)
        if (ukMobile(typed) !== undefined) expect(form).toBeUndefined()
      }),
      PROPERTY,
    )
  })

  it('AUTH-02 ABOUT-05 every way in stores the cleaned number; the contact form takes any text', () => {
    const phoneOf = (schema: z.core.$ZodType, input: object, name: string) =>
      (z.parse(schema, input) as Record<string, unknown>)[name]
    for (const [typed, stored] of NUMBERS) {
      const account = { email: 'jo@example.org', password: 'harbour', phone: typed }
      expect(phoneOf(signUp.input, account, 'phone')).toBe(stored)
      expect(phoneOf(createEnquiry.input, { 'phone-number': typed }, 'phone-number')).toBe(stored)
    }
    const enquiry = { 'phone-number': 'please write' }
    expect(phoneOf(createEnquiry.input, enquiry, 'phone-number')).toBe('please write')
  })

  it.each([
    ['01632 960 117', 'tel:01632960117'],
    ['+44 (0)20 7946 0182', 'tel:+442079460182'],
    ['020 7946 0018 ext 12', 'tel:02079460018;ext=12'],
    ['07700\u00a0900\u2013123', 'tel:07700900123'],
  ])('SITE-02 makes %s a telephone link', (printed, href) => {
    expect(telephoneHref(printed)).toBe(href)
  })
})

describe('a mobile number of the United Kingdom', () => {
  it.each([
    '07700 900123',
    '07700900123',
    '+447700900123',
    '+44 7700 900 123',
    '+44 (0)7700 900123',
    '0044 7700-900.123',
    '(07700) 900123',
    'tel:07700900123',
    '\u202d+44 7700 900123\u202c',
    '07700\u00a0900\u2011123',
  ])('REM-02 %s is read as E.164', (typed) => {
    expect(ukMobile(typed)).toBe('+447700900123')
  })

  it.each([
    '',
    '01206 555 0100',
    '+44 20 7946 0123',
    '07000 900123',
    '07600 900123',
    '7700 900123',
    '077009001234',
    '0770090012',
    '+353 87 123 4567',
    '+1 202 555 0123',
    '07700 900123 or 01206 555 0100',
    '07700 900123, 07700 900124',
    '07700 900123 ext 12',
    '07700 900123x12',
  ])('REM-02 %s is none', (typed) => {
    expect(ukMobile(typed)).toBeUndefined()
  })

  it('REM-02 a mobile of the Isle of Man is one, whatever its 076', () => {
    expect(ukMobile('07624 123456')).toBe('+447624123456')
  })
})
