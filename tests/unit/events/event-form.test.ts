import { describe, expect, it } from 'vitest'
import type { EventColumn } from '#events/server/saving/event-columns.ts'
import { FORM_FIELDS } from '#events/server/saving/event-form.ts'
import { mergedFields, pageFaults, printsOf } from '#events/server/saving/event-page.ts'
import { EVENT_FIELD_NAMES } from '#events/texts/event-fields.ts'

const fields = (values: Partial<Record<EventColumn, string>>) =>
  new Map(Object.entries(values) as [EventColumn, string][])
const at = (field: string, problem: string) => ({ line: 1, field, problem })

describe('the form of an event', () => {
  it('EVM-01 names each field once', () => {
    const names = FORM_FIELDS.map((field) => EVENT_FIELD_NAMES[field])
    expect(new Set(names).size).toBe(names.length)
  })

  it('EVM-01 says a fault with the labels of the page, in its order, and one for each field', () => {
    const faults = pageFaults([
      at('total_spaces', '6 people × 18 times = 108 places, fewer than 120 (places_per_slot is …)'),
      at('end_time', 'must be after start_time'),
      at('end_time', 'is something else'),
      at('start_time', '01:30 does not exist on 2027-03-28: the clocks go forward'),
      at('price', 'must be pounds up to £10,000.00, such as 20 (pence have columns: price_pence)'),
      at('row', 'an event with appointments keeps its date, start and session length'),
    ])
    expect(Object.entries(faults)).toEqual([
      ['form', 'An event with appointments keeps its date, start and session length.'],
      ['start_time', 'Start: 01:30 does not exist on 28/03/2027: the clocks go forward.'],
      ['end_time', 'End must be after ‘Start’.'],
      ['total_spaces', 'Places: 6 people × 18 times = 108 places, fewer than 120.'],
      ['price', 'Price of this event must be pounds up to £10,000.00, such as 20.'],
    ])
    expect(pageFaults([at('row', 'total_spaces cannot be less than the 2 places taken')])).toEqual({
      total_spaces: 'Places cannot be less than the 2 places taken.',
    })
  })

  it('EVM-05 keeps what was typed, and takes over what another person changed elsewhere', () => {
    const before = fields({ city: 'Whitby', parking: '', start_time: '18:00' })
    const theirs = fields({ city: 'Ipswich', parking: 'None.', start_time: '18:00' })
    const typed = fields({ city: 'Whitby', parking: 'Behind the hall.', start_time: '17:00' })
    const merged = mergedFields(theirs, typed, printsOf(before))
    expect(merged.changes).toEqual([
      { name: 'Town', now: 'Ipswich', isMine: false },
      { name: 'Parking', now: 'None.', isMine: true },
    ])
    expect(merged.fields.get('city')).toBe('Ipswich')
    expect(merged.fields.get('parking')).toBe('Behind the hall.')
    expect(merged.fields.get('start_time')).toBe('17:00')
  })
})
