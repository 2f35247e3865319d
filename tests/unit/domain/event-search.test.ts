import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesText, searchIndex } from '#domain/event-search.ts'
import { PROPERTY } from './samples.ts'

const event = {
  event_name: '100% Lodge_Evening',
  address_line_1: 'The Old Guildhall',
  address_line_2: 'St. Mary’s Street',
  city: 'Ashby-de-la-Zouch',
  state: 'North Yorkshire',
  postcode: 'SW1A 1AA',
}
const matches = (text: string) => matchesText(searchIndex(event), text)

describe('free text', () => {
  it.each([
    'Ashby de la Zouch',
    'ASHBY-DE-LA-ZOUCH',
    'áshby',
    'guildhall',
    'Guild Hall',
    'old guild hall, ashby',
    'Saint Marys',
    "st mary's",
    'St. Mary’s Street',
    'yorkshire',
    'North  Yorkshire',
    'SW1A 1AA',
    'sw1a1aa',
    'sw1a 1',
    'sw1a1',
    'SW1A',
    'SW1',
    'lodge evening',
    '100%',
  ])('EVL-01 finds the event by %j', (text) => {
    expect(matches(text)).toBe(true)
  })

  it.each([
    'York',
    'York shire hall',
    'hall',
    'Ash',
    'SW1B',
    'SW1A 2',
    'SW',
    'W1A',
    'guild',
    '',
    '%',
    '!',
  ])('EVL-01 does not find it by %j: words are whole', (text) => {
    expect(matches(text)).toBe(false)
  })

  it.each([
    ['IP1', 'IP14 1AA', false],
    ['IP14', 'IP1 4AA', true],
    ['IP1 4', 'IP1 4AA', true],
    ['IP1', 'IP1 4AA', true],
    ['E1', 'E1W 1AA', true],
    ['E1', 'E14 1AA', false],
  ])('EVL-01 %j finds the postcode %j: %j', (text, postcode, found) => {
    expect(matchesText(searchIndex({ ...event, postcode }), text)).toBe(found)
  })

  it('EVL-01 finds an event by each of its own texts in any case and spacing, and answers for every text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(text, text, (city, other) => {
        const index = searchIndex({ ...event, city })
        const hasWords = /[\p{L}\p{N}]/u.test(city.normalize('NFD'))
        if (hasWords && city.split(/[^\p{L}\p{N}]+/u).length < 4) {
          expect(matchesText(index, `  ${city}  `)).toBe(true)
        }
        expect(typeof matchesText(index, other)).toBe('boolean')
      }),
      PROPERTY,
    )
  })
})
