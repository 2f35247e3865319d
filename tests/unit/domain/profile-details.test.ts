import { describe, expect, it } from 'vitest'
import { checkDetails } from '#domain/profile-details.ts'

const today = '2026-12-01'

describe('the details of a profile', () => {
  it.each([
    [{ phone: 'call me' }, 'phone'],
    [{ gender: 'Captain' }, 'gender'],
    [{ ethnicity: 'Other' }, 'ethnicity'],
    [{ birthDate: '2027-01-01' }, 'birthDate'],
    [{ birthDate: '1990-01-01' }, 'birthDate'],
    [{ nhsNumber: '1234567890' }, 'nhsNumber'],
  ])('PORT-03 refuses %j', (details, field) => {
    expect(Object.keys(checkDetails(details, {}, today))).toEqual([field])
  })

  it('PORT-03 an old value left unchanged never blocks saving', () => {
    const old = { phone: 'call me', birthDate: '1930-05-05', nhsNumber: '1' }
    expect(checkDetails(old, old, today)).toEqual({})
    expect(checkDetails({ ...old, phone: 'or me' }, old, today)).toHaveProperty('phone')
  })

  it('PORT-03 what is not given breaks no rule', () => {
    expect(checkDetails({}, {}, today)).toEqual({})
    expect(checkDetails({ gender: null, nhsNumber: null, occupation: 'Baker' }, {}, today)).toEqual(
      {},
    )
  })
})
