import { expect, it } from 'vitest'
import { RESET_TEXTS } from '#account/texts/account-changes.ts'
import { HOW_IT_WORKS } from '#booking/texts/waiting-list.ts'
import { spelledCountOf } from '#core/texts/count.ts'

it.each([
  [0, 'zero days'],
  [1, 'one day'],
  [7, 'seven days'],
  [10, 'ten days'],
  [11, '11 days'],
])('AUTH-12 AUTH-13 %i is written as %s', (count, text) => {
  expect(spelledCountOf(count, 'day')).toBe(text)
})

it('AUTH-06 the texts of a reset name its tries and its time', () => {
  expect(RESET_TEXTS.triesUsed).toBe(
    'This code was entered wrongly five times. Please ask for a new one.',
  )
  expect(RESET_TEXTS.otherBrowser).toBe(
    'A code works only in the browser that asked for it, for one hour. Please ask for a new one here.',
  )
})

it('WAIT-02 the rules of the waiting list name the hours of an offer', () => {
  expect(HOW_IT_WORKS[1]).toBe(
    'The place is then kept for that person for 12 hours, or for 2 hours when the event is less than 3 days away. Until then no one else can book it. A time that would end in the night ends at 08:00.',
  )
})
