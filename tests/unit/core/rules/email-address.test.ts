import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { askEmailChange, askPasswordReset } from '#account/contract/account-changes.ts'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { checkProfile } from '#account/contract/profiles.ts'
import { checkSignUp } from '#account/rules/sign-up.ts'
import { FIELD_ERROR_TEXTS } from '#content/texts/contact.ts'
import { emailAddress } from '#core/contract/fields.ts'
import { addressOf, isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'
import { processorMs } from '#tests/fixtures/processor-time.ts'
import { PROPERTY, sampleForm } from '../../events/rules/samples.ts'

const LONGEST_DOMAIN = `${`${'a'.repeat(63)}.`.repeat(2)}${'a'.repeat(58)}.org`

/** Text, whether it is accepted, and the form in which it is stored. */
const ADDRESSES: readonly (readonly [string, string | undefined])[] = [
  ['edwin@example.org', 'edwin@example.org'],
  [' Edwin.A+psa@mail.Example.CO.uk ', 'edwin.a+psa@mail.example.co.uk'],
  ["o'neill@example.ie", "o'neill@example.ie"],
  // Each of these characters may be in a mailbox (RFC 5322 3.2.3).
  ['jo&sue@wild.example', 'jo&sue@wild.example'],
  ['smith#1@wild.example', 'smith#1@wild.example'],
  ['jo=sue@wild.example', 'jo=sue@wild.example'],
  ["jo!?*/^{|}~%$`'@wild.example", "jo!?*/^{|}~%$`'@wild.example"],
  ['jo@wild.xn--p1ai', 'jo@wild.xn--p1ai'],
  ['jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  // Copied from contacts, with marks of direction and a no-break space.
  ['\u202ajo@wild.example\u202c\u00a0', 'jo@wild.example'],
  // One domain in two normal forms, and in capitals.
  ['jo@bücher.example', 'jo@xn--bcher-kva.example'],
  ['jo@bu\u0308cher.example', 'jo@xn--bcher-kva.example'],
  ['JO@BÜCHER.EXAMPLE', 'jo@xn--bcher-kva.example'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  [`${'a'.repeat(65)}@example.org`, undefined],
  [`${'a'.repeat(63)}@${LONGEST_DOMAIN}`, `${'a'.repeat(63)}@${LONGEST_DOMAIN}`],
  [`${'a'.repeat(64)}@${LONGEST_DOMAIN}`, undefined],
  // Mail servers refuse these outside of quotation marks (RFC 5321 4.1.2).
  ['john..smith@wild.example', undefined],
  ['jo.@wild.example', undefined],
  ['.jo@wild.example', undefined],
  ['"john..smith"@wild.example', undefined],
  // Accents before the @ need SMTPUTF8 at every mail server on the way.
  ['zoë@wild.example', undefined],
  // The Kelvin sign: in lower case it would be another person's k.
  ['mi\u212ae@wild.example', undefined],
  ['edwin@localhost', undefined],
  ['edwin@192.0.2.7', undefined],
  ['edwin@example.1', undefined],
  ['edwin@example..org', undefined],
  ['edwin@-example.org', undefined],
  ['edwin@bücher.example/path', undefined],
  ['edwin@bücher@wild.example', undefined],
  ['edwin example@example.org', undefined],
  ['edwin@example.org,b@example.org', undefined],
  ['Edwin <edwin@example.org>', undefined],
  ['a\nb@example.org', undefined],
  ['@example.org', undefined],
  ['', undefined],
]

describe('e-mail addresses', () => {
  it.each(ADDRESSES)('AUTH-02 %j is stored as %j', (text, stored) => {
    expect(isEmail(text)).toBe(stored !== undefined)
    if (stored === undefined) return
    expect(normaliseEmail(text)).toBe(stored)
    expect(normaliseEmail(stored)).toBe(stored)
  })

  it('AUTH-02 forms and API agree about every text', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~\u00fc\u202d -]{1,12}$/)
    const text = fc.oneof(
      fc
        .tuple(part, part, fc.constantFrom('org', 'UK', 'xn--p1ai', '1', ''))
        .map(([local, domain, top]) => `${local}@${domain}.${top}`),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(...ADDRESSES.map(([typed]) => typed)),
    )
    fc.assert(
      fc.property(text, (email) => {
        const api = z.safeParse(emailAddress, email)
        const form = checkSignUp(sampleForm({ email }), '2026-11-26').email
        expect(api.success).toBe(form === undefined)
        if (api.success) expect(api.data).toBe(normaliseEmail(email))
        // What the API stores it accepts again, unchanged.
        if (api.success) expect(z.parse(emailAddress, api.data)).toBe(api.data)
      }),
      PROPERTY,
    )
  })

  it.each([signIn, signUp, checkProfile, askPasswordReset, askEmailChange])(
    'AUTH-02 $name takes what the forms take, and refuses the rest',
    ({ input }) => {
      for (const [email, stored] of ADDRESSES) {
        const faults = z.safeParse(input, { email }).error?.issues ?? []
        const isRefused = faults.some(({ path }) => path[0] === 'email')
        expect(isRefused, email).toBe(stored === undefined)
      }
    },
  )

  it('API-06 pages and API have one text for it', () => {
    expect(PROFILE_FAULTS.email).toBe(
      'Enter an email address in the correct format, like name@example.com.',
    )
    expect(FIELD_ERROR_TEXTS.TYPE_EMAIL).toBe(PROFILE_FAULTS.email)
  })

  it('AUTH-02 refuses a long text quickly', async () => {
    for (const long of [
      `a@${'a.'.repeat(50_000)}`,
      `${'a.'.repeat(50_000)}@`,
      'ü'.repeat(99_999),
    ]) {
      expect(await processorMs(() => expect(isEmail(long)).toBe(false))).toBeLessThan(50)
    }
  })

  it.each([
    ['Halyard Bookings <bookings@halyard.example>', 'bookings@halyard.example'],
    [' bookings@halyard.example ', 'bookings@halyard.example'],
  ])('BOOK-10 the organizer of calendar entries is the address of MAIL_FROM %j', (box, address) => {
    expect(addressOf(box)).toBe(address)
  })
})
