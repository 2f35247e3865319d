import { describe, expect, it, vi } from 'vitest'
import { csvLine } from '#core/rules/csv.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { NEEDED_COLUMNS } from '#events/server/saving/event-columns.ts'
import { buildCode } from '#tests/fixtures/access-codes.ts'
import { CONTEXT } from '#tests/integration/booking/booking-setup.ts'
import { type Cells, csv, importSetup, VALID } from './import-setup.ts'

const { booking, importRows, findEvent } = importSetup()

/** The access codes of an imported event, the oldest first. */
async function codesOf(ref: string) {
  const { rows } = await booking.services.database.query<{
    code_id: string
    label: string
    most_uses: number | null
    revoked: boolean
  }>(
    `select code_id, label, most_uses, revoked_at is not null as revoked from app.access_codes
       join app.events using (event_id) where external_ref = $1 order by access_codes.created_at`,
    [ref],
  )
  return rows
}

async function isAccepted(ref: string, code: string): Promise<boolean> {
  const event_id = (await findEvent(ref))?.event_id ?? 0
  const context = { ...CONTEXT, network: `192.0.2.${code.length}` }
  const input = { event_id, access_code: code }
  return (await booking.services.access.check(input, undefined, context)).ok
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
      price: '£15',
      product_name: 'Evening test',
      product_price: '20.00',
      payment_required: 'TRUE',
      lab_name: 'Northgate',
      is_private: 'true',
      access_code: ' Lodge 2042 ',
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
      report: [
        'line 2: full, 16/06/2027 18:00, £15.00, 18 places',
        'line 4: bare, 16/06/2027 09:00, free, 18 places',
      ],
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
    expect(await codesOf('full')).toMatchObject([
      { label: 'Import', most_uses: null, revoked: false },
    ])
    expect(await isAccepted('full', 'lodge 2042')).toBe(true)
    expect(await isAccepted('full', 'Lodge 2043')).toBe(false)
    expect(await findEvent('bare')).toMatchObject({
      event_name: null,
      product_name: 'Total PSA Test',
      price_pence: null,
      payment_required: null,
      is_private: false,
      places_per_slot: 1,
      city: null,
    })
  })

  it('OPS-02 a repeated import updates by external_ref and keeps the access codes of a private event', async () => {
    const row: Cells = {
      ...VALID,
      external_ref: 'again',
      is_private: 'true',
      access_code: 'LODGE-2041',
    }
    await importRows(row)
    const before = await findEvent('again')
    const { access_code: _, ...without } = row
    expect(await importRows({ ...without, total_spaces: '12' })).toMatchObject({
      ok: true,
      created: 0,
      updated: 1,
    })
    const after = await findEvent('again')
    expect(after).toMatchObject({ event_id: before?.event_id, total_spaces: 12 })
    await importRows({ ...VALID, external_ref: 'again' })
    expect(await findEvent('again')).toMatchObject({ is_private: false })
  })

  it('OPS-02 EVD-05 an unchanged code stays as it is, another one replaces it, and codes of the command stay', async () => {
    const row: Cells = { ...VALID, external_ref: 'codes', is_private: 'true' }
    await importRows({ ...row, access_code: 'Lodge 2042' })
    const { database, sealer } = booking.services
    const eventId = (await findEvent('codes'))?.event_id ?? 0
    await buildCode(database, sealer, eventId, { code: 'GUEST-7310' })
    const before = await codesOf('codes')
    await importRows({ ...row, access_code: 'lodge 2042' })
    expect(await codesOf('codes')).toEqual(before)
    await importRows({ ...row, access_code: 'Lodge 2043' })
    expect((await codesOf('codes')).map(({ revoked }) => revoked)).toEqual([true, false, false])
    expect(await isAccepted('codes', 'Lodge 2042')).toBe(false)
    expect(await isAccepted('codes', 'Lodge 2043')).toBe(true)
    expect(await isAccepted('codes', 'GUEST-7310')).toBe(true)
    expect(await importRows({ ...row, access_code: 'Lodge 2042' })).toMatchObject({
      ok: false,
      faults: [
        { line: 2, field: 'access_code', problem: 'was revoked for this event: use another one' },
      ],
    })
  })

  it('EVD-07 OPS-02 stores the facts about the venue; a file without their columns leaves them as they are, an empty cell empties them', async () => {
    const row: Cells = {
      ...VALID,
      external_ref: 'venue',
      step_free_access: 'Ramp at the side',
      how_to_get_there: 'By bus\nOn foot',
      what_to_bring: 'A coat.',
    }
    await importRows(row)
    const stored = {
      step_free_access: 'Ramp at the side',
      parking: null,
      how_to_get_there: 'By bus\nOn foot',
      what_to_bring: 'A coat.',
    }
    expect(await findEvent('venue')).toMatchObject(stored)
    const names = [...NEEDED_COLUMNS, 'price' as const]
    const file = [names, names.map((name) => row[name] ?? '')].map(csvLine).join('')
    expect(await importEvents(booking.services, file, 'Olive')).toMatchObject({
      updated: 1,
    })
    expect(await findEvent('venue')).toMatchObject(stored)
    await importRows({ ...row, what_to_bring: '' })
    expect(await findEvent('venue')).toMatchObject({ ...stored, what_to_bring: null })
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

  it('OPS-02 500 events are saved, and changed, in as many statements as five', async () => {
    const { kysely } = booking.services.database
    const rows = (of: string, count: number, city: string) =>
      Array.from({ length: count }, (_, at) => ({ ...VALID, external_ref: `${of}-${at}`, city }))
    const statementsOf = async (...cells: Cells[]) => {
      const executor = vi.spyOn(kysely.getExecutor().constructor.prototype, 'executeQuery')
      const outcome = await importRows(...cells)
      const { length } = executor.mock.calls
      executor.mockRestore()
      return { outcome, length }
    }
    const few = await statementsOf(...rows('few', 5, 'Colchester'))
    const many = await statementsOf(...rows('many', 500, 'Colchester'))
    expect(few.length).toBeGreaterThan(0)
    expect(many).toMatchObject({
      outcome: { ok: true, created: 500, updated: 0 },
      length: few.length,
    })
    const changed = await statementsOf(...rows('many', 500, 'Ipswich'))
    expect(changed.outcome).toMatchObject({ ok: true, created: 0, updated: 500 })
    expect(changed.length).toBeLessThanOrEqual(few.length + 1)
    expect(await findEvent('many-499')).toMatchObject({ city: 'Ipswich' })
  })

  it('OPS-02 accepts columns in any order, a byte-order mark and LF line ends', async () => {
    const reordered = csv({ ...VALID, external_ref: 'reordered' })
      .replaceAll('\r\n', '\n')
      .split('\n')
      .map((line) => line.split(',').reverse().join(','))
      .join('\n')
    expect(await importEvents(booking.services, `\uFEFF${reordered}`, 'Olive')).toMatchObject({
      ok: true,
      created: 1,
    })
  })
})
