import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locationMatcher, searchIndex, textMatcher } from '#events/rules/event-search.ts'
import { PROPERTY } from './samples.ts'

const event = {
  event_name: '100% Lodge_Evening',
  address_line_1: 'The Old Guildhall',
  address_line_2: 'St. Mary’s Street',
  city: 'Ashby-de-la-Zouch',
  state: 'North Yorkshire',
  postcode: 'SW1A 1AA',
}
const matches = (text: string) => textMatcher(text)(searchIndex(event))

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
    expect(textMatcher(text)(searchIndex({ ...event, postcode }))).toBe(found)
  })

  it.each([
    ["O'Connell", "O'Connell’s Cork Clinic", true],
    ["o'connell's", 'O’Connell’s Cork Clinic', true],
    ['OConnells', 'O’Connell’s Cork Clinic', true],
    ["O'Connell's", 'O’Connell Hall', true],
    ["King's Lynn", 'Kings Lynn', true],
    ['Kings Lynn', 'King’s Lynn', true],
    ['King Lynn', 'King’s Lynn', true],
    ['St Anne', 'St. Anne’s', true],
    ['Connell', 'O’Connell’s', false],
    ['Jame', 'James', false],
  ])('EVL-01 %j finds an event named %j: %j', (text, name, found) => {
    expect(textMatcher(text)(searchIndex({ ...event, event_name: name }))).toBe(found)
  })

  it.each([
    ['Ireland', { country: 'Ireland', postcode: 'T12 AB34' }, true],
    ['republic of ireland', { country: 'Ireland', postcode: null }, true],
    ['Éire', { country: null, postcode: 'D02 X285' }, true],
    ['Cork, Ireland', { country: 'Ireland', postcode: null, city: 'Cork' }, true],
    ['Co. Cork', { country: 'Ireland', postcode: null, state: 'County Cork' }, true],
    ['County Cork', { country: 'Ireland', postcode: null, state: 'Cork' }, true],
    ['Northern Ireland', { country: 'United Kingdom', postcode: 'BT1 5GS' }, true],
    ['Northern Ireland', { country: 'Northern Ireland', postcode: null }, true],
    ['Northern Ireland', { country: null, postcode: null, state: 'Northern Ireland' }, true],
    ['Ireland', { country: 'Northern Ireland', postcode: 'BT1 5GS', state: null }, false],
    ['Ireland', { country: null, postcode: null, state: 'Northern Ireland' }, false],
    ['Northern Ireland', { country: 'Ireland', postcode: 'D02 X285' }, false],
    ['Wales', { country: 'United Kingdom', postcode: 'CF10 1AA' }, true],
    ['Scotland', { country: 'UK', postcode: 'EH1 1AA' }, true],
    ['England', { country: 'UK', postcode: 'EH1 1AA' }, false],
    ['UK', { country: 'United Kingdom', postcode: 'IP4 2BE' }, true],
    ['Jersey', { country: null, postcode: 'JE2 4UH' }, true],
    ['UK', { country: null, postcode: 'JE2 4UH' }, false],
  ])('EVL-01 a country %j finds %j: %j', (text, place, found) => {
    const at = { ...event, state: null, ...place }
    expect(textMatcher(text)(searchIndex(at))).toBe(found)
  })

  it('EVL-01 EVL-07 a place finds what is near or has its name; a street of that name is no such place', () => {
    const lynn = { ...event, event_name: 'King’s Lynn Evening', city: null, postcode: null }
    const road = { ...lynn, event_name: 'Evening', address_line_1: 'King’s Lynn Road' }
    expect(locationMatcher("King's Lynn")(lynn, Number.POSITIVE_INFINITY)).toBe(true)
    expect(locationMatcher("King's Lynn")(road, Number.POSITIVE_INFINITY)).toBe(false)
    expect(locationMatcher("King's Lynn")(road, 30)).toBe(true)
    expect(locationMatcher("King's Lynn")(road, undefined)).toBe(true)
  })

  it('EVL-01 finds an event by each of its own texts in any case and spacing, and answers for every text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(text, text, (city, other) => {
        const index = searchIndex({ ...event, city })
        const hasWords = /[\p{L}\p{N}]/u.test(city.normalize('NFD'))
        if (hasWords && city.split(/[^\p{L}\p{N}]+/u).length < 4) {
          expect(textMatcher(`  ${city}  `)(index)).toBe(true)
        }
        expect(typeof textMatcher(other)(index)).toBe('boolean')
      }),
      PROPERTY,
    )
  })
})
