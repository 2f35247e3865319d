import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanContent, cleanText, hiddenCharacter } from '#core/rules/editor-text.ts'
import { hiddenCharacters } from '#schemas/hidden-characters.ts'

/** What XML 1.0 allows; the feed is read by no program when it has another character. */
const XML = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const code = (...codes: number[]) => String.fromCodePoint(...codes)
/** Marks of a CMS between the letters of a title: four characters of zero width. */
const MARKS = code(0x200b, 0x200c, 0x200d, 0xfeff)

describe('the text of an editor', () => {
  it.each([
    ['a line break of Word', 'One\vtwo', 'One\ntwo'],
    [
      'other line breaks',
      'One\r\ntwo\rthree\u2028four\u2029five\u0085six\fseven',
      'One\ntwo\nthree\nfour\nfive\nsix\nseven',
    ],
    [
      'control characters',
      `a${code(0)}b${code(7)}c${code(0x1b)}d${code(0x7f)}e${code(0x9f)}f`,
      'abcdef',
    ],
    ['marks of the CMS', `Open${MARKS}${MARKS} day${MARKS}`, 'Open day'],
    ['a turned direction', `\u202enepO\u202c \u2067day\u2069`, 'nepO day'],
    ['half and forbidden characters', `a${code(0xd800)}b${code(0xffff)}c${code(0x1fffe)}d`, 'abcd'],
    ['tags', `a${code(0xe0041)}b`, 'ab'],
  ])('SITE-11 CMS-02 has ordinary line breaks and nothing hidden: %s', (_, given, clean) => {
    expect(cleanText(given)).toBe(clean)
    expect(hiddenCharacter(given)).toBeDefined()
  })

  it.each([
    'Line one\nLine two\tand a tab',
    'Zoë said “café – soft\u00adhyphen”',
    '\u0646\u06cc\u200c\u0644\u0648 \u0dc1\u0dca\u200d\u0dbb\u0dd3',
    `${code(0x2764, 0xfe0f)} ${code(0x31, 0xfe0f, 0x20e3)} ${code(0x1f468, 0x1f3fd, 0x200d, 0x2695, 0xfe0f)}`,
    code(0x1f3f4, 0xe0067, 0xe0062, 0xe0065, 0xe006e, 0xe0067, 0xe007f),
  ])('CMS-02 keeps what belongs to words and emoji: %s', (text) => {
    expect(cleanText(text)).toBe(text)
    expect(hiddenCharacter(text)).toBeUndefined()
  })

  it('SITE-11 any text becomes one that XML allows, that turns no direction, and that stays as it is', () => {
    const hostile = fc.constantFrom(
      '\v',
      '\r',
      code(0),
      MARKS,
      '\u202e',
      code(0xd83d),
      code(0xfffe),
    )
    const texts = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 8 })
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('')
        const clean = cleanText(text)
        expect(clean).toMatch(XML)
        expect(clean).not.toMatch(DIRECTIONS)
        expect(cleanText(clean)).toBe(clean)
        expect(hiddenCharacter(text) === undefined).toBe(clean === text.replaceAll('\r\n', '\n'))
      }),
    )
    // Control: the texts themselves are not all such.
    expect(fc.sample(texts, 100).every((parts) => XML.test(parts.join('')))).toBe(false)
  })

  it('SITE-11 every text in an answer of the lake is cleaned, whatever its depth', () => {
    const answer = { list: [{ text: 'a\vb', count: 1, none: null }] }
    expect(JSON.stringify(cleanContent(answer))).toBe(
      '{"list":[{"text":"a\\nb","count":1,"none":null}]}',
    )
    const parsed = JSON.parse('{"__proto__": "c\\u202e"}') as unknown
    expect(JSON.stringify(cleanContent(parsed))).toBe('{"__proto__":"c"}')
  })

  it('CMS-02 the form points out each text with something hidden, after which words, and what visitors see', () => {
    const span = (text: string) => ({ _type: 'span', _key: 's', text })
    const document = {
      _id: 'news-x',
      title: `Open${MARKS} day`,
      description: 'Line one\vline two',
      body: [
        { _type: 'block', _key: 'plain', children: [span('Plain')] },
        { _type: 'block', _key: 'turned', children: [span('To the \u202eright'), span('a\vb')] },
        { _type: 'callOut', _key: 'box', heading: `${code(7)}Bell` },
      ],
    }
    const again = 'To remove it, delete what stands there and type it again.'
    expect(hiddenCharacters(document)).toEqual([
      {
        path: ['title'],
        message: `After “Open” there is a character that cannot be seen. The website leaves it out. ${again}`,
      },
      {
        path: ['description'],
        message: `After “Line one” there is a line break as Word writes it. Visitors see an ordinary line break. ${again}`,
      },
      {
        path: ['body', { _key: 'turned' }],
        message: `After “To the” there is a character that turns the direction of the text. The website leaves it out. ${again}`,
      },
      {
        path: ['body', { _key: 'box' }, 'heading'],
        message: `The text begins with a character that cannot be seen. The website leaves it out. ${again}`,
      },
    ])
  })
})
