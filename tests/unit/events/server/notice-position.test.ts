import { expect, it } from 'vitest'
import { noticePosition } from '#events/server/event-notices.ts'

it('EVL-10 a notice finds a town by the country of its event, as the list does', () => {
  const uk = noticePosition({ city: 'Ashbourne', country: 'United Kingdom' })
  const ireland = noticePosition({ city: 'Ashbourne', country: 'Ireland' })
  expect(uk?.longitude).toBeCloseTo(-1.73, 1)
  expect(ireland?.longitude).toBeCloseTo(-6.4, 1)
  expect(noticePosition({ city: 'Ashbourne' })).toEqual(uk)
})
