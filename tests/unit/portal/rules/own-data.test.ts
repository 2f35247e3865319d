import { describe, expect, it } from 'vitest'
import {
  type DataField,
  type DataValue,
  type OwnData,
  ownDataHtml,
  ownDataJson,
  shownValue,
} from '#portal/rules/own-data.ts'

const DATA: OwnData = {
  generatedAt: '2026-11-22T12:00:00.000Z',
  sections: [
    {
      table: 'profiles',
      title: 'Your details',
      note: 'Name & address.',
      fields: [
        { name: 'first_name', label: 'First name' },
        { name: 'date_of_birth', label: 'Date of birth', kind: 'day' },
        { name: 'occupation', label: 'Occupation' },
        { name: 'is_verified', label: 'Email confirmed' },
      ],
      rows: [
        {
          first_name: '<script>alert("x")</script>',
          date_of_birth: '1962-03-27',
          occupation: null,
          is_verified: false,
        },
      ],
    },
    { table: 'consents', title: 'Your consents', note: 'None.', fields: [], rows: [] },
  ],
}

describe('the file of own data', () => {
  it('PORT-04 shows values with their labels, leaves out empty ones, and runs nothing that was typed', () => {
    const html = ownDataHtml(DATA, 'Halyard & Co')
    expect(html).toContain('<h1>Your data held by Halyard &amp; Co</h1>')
    expect(html).toContain('Sunday, 22 November 2026, 12:00')
    expect(html).toContain('<dt>Date of birth</dt><dd>Tuesday, 27 March 1962</dd>')
    expect(html).toContain('<dt>Email confirmed</dt><dd>No</dd>')
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    expect(html).not.toMatch(/<script|Occupation|https?:|<img/)
    expect(html).toContain('We hold nothing here.')
  })

  it('PORT-04 the JSON file has every value by table and name', () => {
    expect(JSON.parse(ownDataJson(DATA))).toEqual({
      generated_at: DATA.generatedAt,
      profiles: DATA.sections[0]?.rows,
      consents: [],
    })
  })

  it.each<[DataValue | undefined, DataField['kind'], string]>([
    ['2026-07-01T23:30:00.000Z', 'instant', 'Thursday, 02 July 2026, 00:30'],
    [['Father', 'Uncle'], undefined, 'Father, Uncle'],
    [0, undefined, '0'],
    [undefined, undefined, ''],
  ])('PORT-04 %j of kind %s is shown as %s', (value, kind, shown) => {
    expect(shownValue(value, kind)).toBe(shown)
  })
})
