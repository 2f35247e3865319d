import { expect, it } from 'vitest'
import { venueAddress } from '#events/rules/venue-address.ts'

const hall = { addressLine1: 'The Hall', addressLine2: ' ', city: 'Cork', postcode: 'T12 AB34' }

it.each([
  ['Ireland', false, 'The Hall, Cork, T12 AB34, Ireland'],
  ['Republic of Ireland', false, 'The Hall, Cork, T12 AB34, Republic of Ireland'],
  ['United Kingdom', false, 'The Hall, Cork, T12 AB34'],
  ['United Kingdom', true, 'The Hall, Cork, T12 AB34, United Kingdom'],
  [null, true, 'The Hall, Cork, T12 AB34'],
])('EVL-03 an event in %j, with its country %j, is at %j', (country, withCountry, address) => {
  expect(venueAddress({ ...hall, country }, { withCountry })).toBe(address)
})
