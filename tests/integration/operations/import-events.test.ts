import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '#server/operations/csv.ts'
import { EVENT_COLUMNS, type EventColumn } from '#server/operations/event-row.ts'
import { importEvents } from '#server/operations/import-events.ts'
import { verifyAccessCode } from '#server/security/access-code.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  type BookingServices,
  bookWithConsent,
  servicesAt,
} from '#tests/integration/booking/booking-setup.ts'

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

async function problemsOf(...rows: Cells[]): Promise<string[]> {
  const outcome = await importRows(...rows)
  if (outcome.ok) return []
  return outcome.faults.map(({ line, field, problem }) => `${line} ${field}: ${problem}`)
}

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

describe('an invalid file', () => {
  it('OPS-02 reports every invalid row and field by line number and changes nothing', async () => {
    const found = await problemsOf(
      { ...VALID, external_ref: 'good-row' },
      {
        event_date: '2027-02-30',
        start_time: '9:00',
        end_time: '25:00',
        total_spaces: '-1',
        audience: 'adults',
      },
      {
        ...VALID,
        external_ref: 'x',
        session_duration: '0',
        price: '12.50',
        payment_required: 'yes',
        is_private: '1',
        contact_email: 'no-address',
        latitude: '91',
        longitude: '',
      },
      { ...VALID, external_ref: 'good-row', access_code: 'secret', end_time: '08:00' },
    )
    expect(found).toEqual([
      '3 external_ref: is missing',
      '3 event_date: must be a real day, YYYY-MM-DD',
      '3 start_time: must be a time, HH:mm',
      '3 end_time: must be a time, HH:mm',
      '3 audience: must be one of community, freemasons, corporate',
      '3 total_spaces: must be a whole number from 0 to 100000',
      '4 session_duration: must be a whole number from 1 to 480',
      '4 price: must be a whole number from 0 to 1000000',
      '4 payment_required: must be true or false',
      '4 is_private: must be true or false',
      '4 contact_email: must be an e-mail address',
      '4 latitude: must be degrees from -90 to 90',
      '5 end_time: must be after start_time',
      '5 access_code: is for private events only: set is_private to true',
      '5 external_ref: is the same as in line 2',
    ])
    expect(await findEvent('good-row')).toBeUndefined()
  })

  it('OPS-02 refuses a local time that the clocks skip and accepts one that occurs twice', async () => {
    const night: Cells = {
      ...VALID,
      event_date: '2027-03-28',
      start_time: '01:30',
      end_time: '04:00',
    }
    expect(await problemsOf({ ...night, external_ref: 'gap' })).toEqual([
      '2 start_time: 01:30 does not exist on 2027-03-28: the clocks go forward',
    ])
    expect(
      await problemsOf({ ...night, start_time: '00:30', end_time: '01:00', external_ref: 'gap' }),
    ).toEqual(['2 end_time: 01:00 does not exist on 2027-03-28: the clocks go forward'])
    expect(await problemsOf({ ...night, event_date: '2027-10-31', external_ref: 'twice' })).toEqual(
      [],
    )
  })

  it('OPS-02 refuses a private event without a code, an event in the past and a product with two prices', async () => {
    const pair = { ...VALID, product_name: 'Pair' }
    expect(
      await problemsOf(
        { ...VALID, external_ref: 'p1', is_private: 'true' },
        { ...VALID, external_ref: 'p2', event_date: '2026-12-31' },
      ),
    ).toEqual(['2 access_code: is missing: the event is private', '3 event_date: is in the past'])
    expect(
      await problemsOf(
        { ...pair, external_ref: 'p3', product_price: '1' },
        { ...pair, external_ref: 'p4', product_price: '2' },
      ),
    ).toEqual(['3 product_price: differs from line 2, which has the same product'])
    expect(await findEvent('p1')).toBeUndefined()
  })

  it('OPS-02 refuses changes that would remove booked places or times, and then applies no row of the file', async () => {
    await importRows({ ...VALID, external_ref: 'busy' })
    const id = (await findEvent('busy'))?.event_id ?? 0
    for (const time of ['09:00', '11:50']) {
      await bookWithConsent(services, await buildProfile(services.database), id, DAY, time)
    }
    const busy = { ...VALID, external_ref: 'busy' }
    expect(
      await problemsOf({ ...busy, total_spaces: '1' }, { ...VALID, external_ref: 'new-beside' }),
    ).toEqual(['2 row: total_spaces cannot be less than the 2 places taken'])
    expect(await problemsOf({ ...busy, event_date: '2027-06-17' })).toEqual([
      '2 row: an event with appointments keeps its date, start and session length',
    ])
    expect(await problemsOf({ ...busy, end_time: '11:00' })).toEqual([
      '2 row: an event cannot end before its last appointment',
    ])
    expect(await findEvent('new-beside')).toBeUndefined()
    expect(await problemsOf({ ...busy, total_spaces: '2', city: 'Ipswich' })).toEqual([])
  })

  it('OPS-02 refuses an unknown header, a row of the wrong length, an unclosed quotation mark and an empty file', async () => {
    const text = csv({ ...VALID, external_ref: 'h' })
    const faults = async (changed: string) => {
      const outcome = await importEvents(services.database, changed, 'Olive')
      return outcome.ok ? [] : outcome.faults.map(({ line, field }) => `${line} ${field}`)
    }
    expect(await faults(text.replace('postcode', 'zip'))).toEqual(['1 zip', '1 postcode'])
    expect(await faults(text.replace('postcode', 'city'))).toEqual(['1 city', '1 postcode'])
    expect(await faults(`${text}too,short\r\n`)).toEqual(['3 row'])
    expect(await faults(`${text}"open\r\n`)).toEqual(['3 row'])
    expect(await faults('')).toEqual(['1 row'])
    expect(await findEvent('h')).toBeUndefined()
  })
})
