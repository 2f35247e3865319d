import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#app/contract/all.ts'
import { emailAddress, line, lines, requiredLine } from '#core/contract/fields.ts'
import { inOneLine } from '#core/rules/one-line.ts'
import { nameOf } from '#core/server/mail/greeting.ts'

const name = requiredLine(100, 'Enter your first name.')
const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message)

/** Each cannot be seen: space of zero width, joiners, soft hyphen, fillers of Korean, marks of direction, tag, selector, blank of Braille. */
const UNSEEN = [
  0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0xad, 0x3164, 0x115f, 0x1160, 0xffa0, 0x34f, 0x180e,
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
  0xfe0f, 0xe0041, 0x2800,
].map(
  (code) =>
    [`U+${code.toString(16).toUpperCase().padStart(4, '0')}`, String.fromCodePoint(code)] as const,
)

describe('a text of one line from outside', () => {
  it.each(UNSEEN)('AUTH-02 API-06 %s alone is no name', (_, character) => {
    for (const text of [character, ` ${character}${character} `]) {
      expect(messagesOf(name, text)).toEqual(['Enter your first name.'])
    }
    expect(nameOf({ firstName: character, isVerified: true })).toBeUndefined()
  })

  it.each(UNSEEN)(
    'API-06 %s is removed around a text, also a phone number or an address that was copied',
    (_, character) => {
      expect(z.parse(line(40), `${character}+44 7700 900123${character}`)).toBe('+44 7700 900123')
      expect(z.parse(emailAddress, `${character}A@example.test${character}`)).toBe('a@example.test')
      expect(z.parse(lines(40), `one${character} \n${character}two`)).toBe('one \ntwo')
      expect(inOneLine(`${character}Ann${character} `)).toBe('Ann ')
    },
  )

  it.each(['\r\n', '\n', '\r', '\u2028', '\u2029'])(
    'AUTH-02 a line break inside is refused: %j',
    (lineBreak) => {
      expect(messagesOf(name, `Ann${lineBreak}Bcc: x`)).toEqual(['Write this on one line.'])
      expect(z.parse(name, `Ann${lineBreak}`)).toBe('Ann')
    },
  )

  it.each(['\v', '\f', '\u0000', '\u001b', '\u0085', '\ue000', '\ud800'])(
    'API-06 %j is refused',
    (character) => {
      const message = ['Remove the characters that cannot be shown.']
      expect(messagesOf(line(40), `a${character}b`)).toEqual(message)
      expect(messagesOf(lines(40), `a${character}b`)).toEqual(message)
    },
  )

  it('AUTH-02 names of every script stay as they are, with the joiners that they need', () => {
    const names = [
      'Zoë Ångström',
      'O’Brien-Núñez',
      'Ann-Marie St. John',
      '\u0646\u06cc\u200c\u0644\u0648',
      '\u0dc1\u0dca\u200d\u0dbb\u0dd3',
      '\u738b\u5c0f\u660e',
      'e\u0301',
    ]
    for (const text of names) expect(z.parse(name, text)).toBe(text)
    expect(z.parse(name, 'Ann\tMarie')).toBe('Ann Marie')
    expect(z.parse(name, '\u202enhoJ')).toBe('nhoJ')
  })

  it('API-06 no text field of the API keeps a character that cannot be seen, and few a line break', () => {
    const fields = ENDPOINTS.flatMap(({ name: endpoint, input }) => {
      const { shape = {} } = input as { shape?: Record<string, z.ZodMiniType> }
      return Object.entries(shape).map(
        ([field, schema]) => [`${endpoint}.${field}`, schema] as const,
      )
    })
    // A password is any text.
    const texts = fields.filter(([field]) => !field.endsWith('password'))
    const namesOf = (takes: (schema: z.ZodMiniType) => boolean) =>
      texts.filter(([, schema]) => takes(schema)).map(([field]) => field)
    const kept = namesOf((schema) => {
      const parsed = z.safeParse(schema, 'a\u202eb')
      return parsed.success && String(parsed.data).includes('\u202e')
    })
    const broken = namesOf((schema) => z.safeParse(schema, 'a\nb').success)
    expect(kept).toEqual([])
    expect(broken).toEqual([
      'createConsent.additionalProstateCancerDetails',
      'createConsent.motherSideDetails',
      'createTestConsent.additionalProstateCancerDetails',
      'createTestConsent.motherSideDetails',
      'createEnquiry.message',
    ])
  })
})
