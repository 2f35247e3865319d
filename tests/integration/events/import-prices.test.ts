import { describe, expect, it } from 'vitest'
import { type Cells, importSetup, VALID } from './import-setup.ts'

const { importRows, importWith, findEvent } = importSetup()

const PAID: Cells = { ...VALID, payment_required: 'true' }

async function problemsOf(...rows: Cells[]): Promise<string[]> {
  const outcome = await importRows(...rows)
  return outcome.ok ? [] : outcome.faults.map((fault) => `${fault.field}: ${fault.problem}`)
}
const accepting = (...accepted: number[]) => ({
  accepted: new Set(accepted),
  changesProducts: false,
})
const CHANGING = { accepted: new Set<number>(), changesProducts: true }

async function priceOf(ref: string) {
  return (await findEvent(ref))?.price_pence
}

describe('the prices of a file', () => {
  it('EVM-01 OPS-02 are pounds: 20, 20.5, 20.00, £20 and £20.00', async () => {
    const texts = ['20', '20.5', '20.00', '£20', '£20.00', '0']
    const rows = texts.map((price, at) => ({ ...VALID, external_ref: `pounds-${at}`, price }))
    expect(await importRows(...rows)).toMatchObject({ ok: true, created: 6 })
    const stored = await Promise.all(texts.map((_, at) => priceOf(`pounds-${at}`)))
    expect(stored).toEqual([2000, 2050, 2000, 2000, 2000, 0])
  })

  it('EVM-01 OPS-02 are pence only in a column named so, and never both', async () => {
    const row = { ...PAID, external_ref: 'pence' }
    expect(await importRows({ ...row, price_pence: '2000' })).toMatchObject({
      report: ['line 2: pence, 16/06/2027 09:00, £20.00, 18 places'],
    })
    expect(await problemsOf({ ...row, price: '20', price_pence: '2000' })).toEqual([
      'price_pence: is filled in, and price too: leave one of them empty',
    ])
    expect(await problemsOf({ ...row, price_pence: '20.00' })).toEqual([
      'price_pence: must be a whole number from 0 to 1000000',
    ])
  })

  it.each(['20.005', '20,50', '2O', '-20', '20 p', '10001'])(
    'EVM-01 OPS-02 %j is refused with the unit',
    async (price) => {
      expect(await problemsOf({ ...VALID, external_ref: 'form', price })).toEqual([
        expect.stringMatching(/^price: must be pounds up to £10,000.00, such as 20 or 20\.00/),
      ])
    },
  )

  it('EVM-01 OPS-02 below £1 and above £200 are refused until the operator accepts that amount', async () => {
    const row = { ...PAID, external_ref: 'unusual' }
    expect(await problemsOf({ ...row, price: '0.20' })).toEqual([
      'price: is £0.20, less than £1.00. If it is right, add --accept-prices 0.20',
    ])
    expect(await problemsOf({ ...row, price: '2000' })).toEqual([
      'price: is £2,000.00, more than £200.00: an old file in pence? If it is right, add --accept-prices 2000.00',
    ])
    expect(await findEvent('unusual')).toBeUndefined()
    expect(await importWith(accepting(20), { ...row, price: '250' })).toMatchObject({ ok: false })
    expect(await importWith(accepting(20), { ...row, price: '0.20' })).toMatchObject({ ok: true })
    for (const price of ['1.00', '200']) {
      expect(await problemsOf({ ...row, external_ref: `usual-${price}`, price })).toEqual([])
    }
  })

  it('EVM-01 OPS-02 a price that is a hundred times the stored one, or a hundredth, is a fault of its row', async () => {
    const row = { ...PAID, external_ref: 'hundred' }
    await importRows({ ...row, price: '2' })
    const asked =
      'price: is £200.00, and was £2.00: an old file in pence? If it is right, add --accept-prices 200.00'
    expect(await problemsOf({ ...row, price: '200' })).toEqual([asked])
    expect(await importWith(accepting(20_000), { ...row, price: '200' })).toMatchObject({
      ok: true,
    })
    expect(await problemsOf({ ...row, price: '2' })).toEqual([
      'price: is £2.00, and was £200.00: an old file in pence? If it is right, add --accept-prices 2.00',
    ])
    expect(await priceOf('hundred')).toBe(20_000)
  })

  it('EVM-01 OPS-02 a price in place of the product’s is compared with it', async () => {
    const row = { ...PAID, external_ref: 'own', product_name: 'Compared' }
    await importRows({ ...row, product_price: '1.50' })
    expect(await problemsOf({ ...row, price: '150' })).toEqual([
      expect.stringContaining('price: is £150.00, and was £1.50: an old file in pence?'),
    ])
  })

  it('BOOK-12 OPS-02 a paid event without a price above £0 is refused', async () => {
    const row = { ...PAID, external_ref: 'nothing', product_name: 'Nothing' }
    const fault = 'payment_required: needs a price above £0.00'
    expect(await problemsOf(row)).toEqual([fault])
    expect(await problemsOf({ ...row, price: '0', product_price: '19' })).toEqual([fault])
    await importRows({
      ...VALID,
      external_ref: 'first',
      product_name: 'Nothing',
      product_price: '19',
    })
    expect(await importRows(row)).toMatchObject({
      report: ['line 2: nothing, 16/06/2027 09:00, £19.00, 18 places'],
    })
  })
})

describe('the price of a product', () => {
  it('EVM-01 OPS-02 is not changed unnoticed: the fault and the report name every other event that changes', async () => {
    const old: Cells = {
      ...PAID,
      external_ref: 'old',
      event_name: 'Product Price Only',
      product_name: 'PSA Plus Panel',
      product_price: '45.50',
    }
    const ownPrice = { ...old, external_ref: 'own-price', price: '30' }
    const free = { ...old, external_ref: 'not-paid', payment_required: 'false' }
    await importRows(old, ownPrice, free)
    const id = (await findEvent('old'))?.event_id
    const fresh = { ...old, external_ref: 'new', event_name: '', product_price: '99' }
    const other = `${id} (Product Price Only, 16/06/2027)`
    expect(await problemsOf(fresh)).toEqual([
      `product_price: is £99.00, but 'PSA Plus Panel' has £45.50. --change-prices changes it, and so the price of event ${other}`,
    ])
    expect(await findEvent('new')).toBeUndefined()
    expect(await importWith(CHANGING, fresh)).toMatchObject({
      ok: true,
      report: [
        'line 2: new, 16/06/2027 09:00, £99.00, 18 places',
        `'PSA Plus Panel' had £45.50 and now costs £99.00, and so does event ${other}`,
      ],
    })
    // The same price again, and none, change nothing.
    expect(await problemsOf(fresh, { ...fresh, external_ref: 'empty', product_price: '' })).toEqual(
      [],
    )
  })

  it('EVM-01 OPS-02 a first price is not a change, unless events that were without one then cost it', async () => {
    const row = { ...VALID, external_ref: 'bare', product_name: 'Bare' }
    await importRows(row)
    expect(await problemsOf({ ...row, product_price: '19' })).toEqual([])
  })

  it('EVM-01 OPS-02 that is a hundred times the stored one is asked about, even with --change-prices', async () => {
    const row = { ...PAID, external_ref: 'cheap', product_name: 'Cheap', product_price: '1.50' }
    await importRows(row)
    const outcome = await importWith(CHANGING, { ...row, product_price: '150' })
    expect(outcome).toMatchObject({
      ok: false,
      faults: [
        { field: 'product_price', problem: expect.stringContaining('an old file in pence?') },
      ],
    })
    const both = { accepted: new Set([15_000]), changesProducts: true }
    expect(await importWith(both, { ...row, product_price: '150' })).toMatchObject({ ok: true })
  })
})

describe('the places of a file', () => {
  it('EVM-01 OPS-02 are no more than people × times, said with the numbers', async () => {
    const evening = { ...VALID, external_ref: 'evening', start_time: '18:00', end_time: '21:00' }
    const tooMany = { ...evening, total_spaces: '120' }
    expect(await problemsOf({ ...tooMany, places_per_slot: '6' })).toEqual([
      'total_spaces: 6 people × 18 times = 108 places, fewer than 120 (places_per_slot is the number of people at one time)',
    ])
    expect(await problemsOf(tooMany)).toEqual([
      'total_spaces: 1 person × 18 times = 18 places, fewer than 120 (places_per_slot is the number of people at one time)',
    ])
    expect(await problemsOf({ ...tooMany, places_per_slot: '7' })).toEqual([])
    // A last time that would end after the event is none.
    expect(await problemsOf({ ...evening, end_time: '20:55' })).toEqual([
      expect.stringContaining('1 person × 17 times = 17 places, fewer than 18'),
    ])
  })

  it.each(['end_time', 'session_duration', 'lab_name'] as const)(
    'EVM-01 OPS-02 an event without %s is refused',
    async (column) => {
      const row = { ...VALID, external_ref: 'lacking', [column]: '' }
      expect(await problemsOf(row)).toEqual([`${column}: is missing`])
    },
  )

  it('EVM-01 OPS-02 coordinates that are exchanged, or outside the British Isles, are refused', async () => {
    const at = (latitude: string, longitude: string) =>
      problemsOf({ ...VALID, external_ref: 'place', latitude, longitude })
    expect(await at('-4.2', '53.22')).toEqual([
      'latitude: latitude -4.2, longitude 53.22 is not in the British Isles: exchange the two numbers',
    ])
    expect(await at('53.22', '42')).toEqual([
      'latitude: latitude 53.22, longitude 42 is not in the British Isles: check both numbers',
    ])
    expect(await at('', '-4.2')).toEqual(['latitude: is missing'])
    expect(await at('60.15', '-1.14')).toEqual([])
  })
})
