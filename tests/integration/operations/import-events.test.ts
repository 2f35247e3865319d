import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '#server/operations/csv.ts'
import { EVENT_COLUMNS, type EventColumn } from '#server/operations/event-row.ts'
import { importEvents } from '#server/operations/import-events.ts'
import { verifyAccessCode } from '#server/security/access-code.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type BookingServices, servicesAt } from '#tests/integration/booking/booking-setup.ts'

const NOW = '2027-01-05T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let services: BookingServices

beforeAll(async () => {
  test = await testDatabase()
  services = servicesAt(test, NOW)
})
afterAll(() => test.close())

type Cells = Partial<Record<EventColumn, string>>

const VALID: Cells = {
  event_date: DAY,
  start_time: '09:00',
  end_time: '12:00',
  session_duration: '10',
  audience: 'community',
  total_spaces: '18',
}

const csv = (...rows: Cells[]) =>
  [EVENT_COLUMNS, ...rows.map((row) => EVENT_COLUMNS.map((name) => row[name] ?? ''))]
    .map((cells) => csvLine(cells))
    .join('')

const importRows = (...rows: Cells[]) => importEvents(services.database, csv(...rows), 'Olive')

const findEvent = (ref: string) =>
  services.database.kysely
    .selectFrom('events')
    .innerJoin('products', 'products.product_id', 'events.product_id')
    .selectAll('events')
    .select('product_name')
    .where('external_ref', '=', ref)
    .executeTakeFirst()

describe('a valid file', () => {
  it('OPS-02 creates every event with its product and treats empty cells as missing', async () => {
    const full: Cells = {
      ...VALID,
      external_ref: 'full',
      event_name: 'Evening, with "quotes"',
      event_description: 'Two\nlines',
      start_time: '18:00:00',
      end_time: '00:00',
      price: '1500',
      product_name: 'Evening test',
      product_price: '2000',
      payment_required: 'TRUE',
      lab_name: 'Northgate',
      is_private: 'true',
      access_code: ' Lodge 42 ',
      exclusive_for: 'CORPORATE',
      audience: 'Freemasons',
      places_per_slot: '2',
      contact_email: 'events@halyard.example',
      address_line_1: 'Corn Exchange',
      city: 'Colchester',
      postcode: 'CO1 1AA',
      latitude: '51.889',
      longitude: '-0.904',
    }
    expect(await importRows(full, { ...VALID, external_ref: 'bare' })).toEqual({
      ok: true,
      created: 2,
      updated: 0,
    })
    const first = await findEvent('full')
    expect(first).toMatchObject({
      event_name: 'Evening, with "quotes"',
      event_description: 'Two\nlines',
      starts_at: new Date('2027-06-16T17:00:00Z'),
      ends_at: new Date('2027-06-16T23:00:00Z'),
      price_pence: 1500,
      payment_required: true,
      audience: 'freemasons',
      places_per_slot: 2,
      latitude: 51.889,
      longitude: -0.904,
    })
    expect(first?.access_code_hash).not.toContain('Lodge')
    expect(await verifyAccessCode('Lodge 42', first?.access_code_hash ?? '')).toBe(true)
    expect(await verifyAccessCode('lodge 42', first?.access_code_hash ?? '')).toBe(false)
    expect(await findEvent('bare')).toMatchObject({
      event_name: null,
      product_name: 'Total PSA Test',
      price_pence: null,
      payment_required: null,
      is_private: false,
      access_code_hash: null,
      places_per_slot: 1,
      city: null,
    })
  })

  it('OPS-02 a repeated import updates by external_ref and keeps the access code of a private event', async () => {
    const row: Cells = { ...VALID, external_ref: 'again', is_private: 'true', access_code: 'one' }
    await importRows(row)
    const before = await findEvent('again')
    const { access_code: _, ...without } = row
    expect(await importRows({ ...without, total_spaces: '12' })).toEqual({
      ok: true,
      created: 0,
      updated: 1,
    })
    const after = await findEvent('again')
    expect(after).toMatchObject({ event_id: before?.event_id, total_spaces: 12 })
    expect(after?.access_code_hash).toBe(before?.access_code_hash)
    await importRows({ ...VALID, external_ref: 'again' })
    expect(await findEvent('again')).toMatchObject({ is_private: false, access_code_hash: null })
  })

  it('OPS-02 simultaneous imports run one after the other, also with common references and products', async () => {
    const products = Array.from({ length: 20 }, (_, at) => `Product ${at}`)
    const rows = (of: string, names: readonly string[]) =>
      names.map((product_name, at) => ({ ...VALID, external_ref: `${of}-${at}`, product_name }))
    const outcomes = await Promise.all([
      importRows(...rows('same', products)),
      importRows(...rows('other', products.toReversed())),
      importRows(...rows('same', products)),
    ])
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    const counts = outcomes.map((outcome) => outcome.ok && outcome.created)
    expect(counts.toSorted()).toEqual([0, 20, 20])
  })

  it('OPS-02 accepts columns in any order, a byte-order mark and LF line ends', async () => {
    const reordered = csv({ ...VALID, external_ref: 'reordered' })
      .replaceAll('\r\n', '\n')
      .split('\n')
      .map((line) => line.split(',').reverse().join(','))
      .join('\n')
    expect(await importEvents(services.database, `\uFEFF${reordered}`, 'Olive')).toMatchObject({
      ok: true,
      created: 1,
    })
  })
})
