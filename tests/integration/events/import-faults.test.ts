import { describe, expect, it } from 'vitest'
import { importEvents } from '#events/commands/import-events.ts'
import { EVENT_COLUMNS } from '#events/server/saving/event-columns.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { bookWithConsent } from '#tests/integration/booking/booking-setup.ts'
import { type Cells, csv, DAY, importSetup, VALID } from './import-setup.ts'

const { booking, importRows, findEvent } = importSetup()

async function problemsOf(...rows: Cells[]): Promise<string[]> {
  const outcome = await importRows(...rows)
  if (outcome.ok) return []
  return outcome.faults.map(({ line, field, problem }) => `${line} ${field}: ${problem}`)
}

describe('an invalid file', () => {
  it('OPS-02 refuses line breaks in a short cell, and removes characters that cannot be seen', async () => {
    const broken = {
      ...VALID,
      external_ref: 'broken',
      event_name: 'Hall\u2028Moved',
      city: 'Ely\nYork',
    }
    expect(
      await problemsOf({ ...broken, lab_name: 'North\rLab', address_line_1: '1\u0085 Hill' }),
    ).toEqual([
      '2 event_name: must be on one line',
      '2 lab_name: must be on one line',
      '2 address_line_1: must be on one line',
      '2 city: must be on one line',
    ])
    const hidden = {
      ...VALID,
      external_ref: 'hidden',
      event_name: 'Hall\u202e A\u200b',
      event_description: 'One\ntwo',
    }
    expect(await problemsOf(hidden)).toEqual([])
    expect(await findEvent('hidden')).toMatchObject({
      event_name: 'Hall A',
      event_description: 'One\ntwo',
    })
  })

  it('OPS-02 reports every invalid row and field by line number and changes nothing', async () => {
    const found = await problemsOf(
      { ...VALID, external_ref: 'good-row' },
      {
        event_date: '2027-02-30',
        start_time: '9.00',
        end_time: '25:00',
        total_spaces: '-1',
        audience: 'adults',
      },
      {
        ...VALID,
        external_ref: 'x',
        session_duration: '0',
        price: '1250p',
        payment_required: 'yes',
        is_private: '1',
        contact_email: 'no-address',
        latitude: '91',
        longitude: '',
        parking: 'x'.repeat(201),
        what_to_bring: 'The letter about your PSA test.',
      },
      { ...VALID, external_ref: 'good-row', access_code: 'LODGE-2041', end_time: '08:00' },
      { ...VALID, external_ref: 'open-to-all', is_private: 'true', access_code: '- -' },
      { ...VALID, external_ref: 'short-code', is_private: 'true', access_code: 'GATE-731' },
    )
    expect(found).toEqual([
      '3 external_ref: is missing',
      '3 event_date: must be a real day, dd/mm/yyyy',
      '3 start_time: must be a time of the 24-hour clock, HH:mm',
      '3 end_time: must be a time of the 24-hour clock, HH:mm',
      '3 session_duration: is missing',
      '3 lab_name: is missing',
      '3 audience: must be one of community, freemasons, corporate',
      '3 total_spaces: must be a whole number from 0 to 100000',
      '4 session_duration: must be a whole number from 1 to 480',
      '4 price: must be pounds up to £10,000.00, such as 20 or 20.00 (pence have columns: price_pence, product_price_pence)',
      '4 payment_required: must be true or false',
      '4 is_private: must be true or false',
      '4 contact_email: must be an email address',
      '4 latitude: must be degrees from -90 to 90',
      '4 parking: is longer than 200 characters',
      '4 what_to_bring: must not say what is tested: mails say it',
      '5 end_time: must be after start_time',
      '5 access_code: is for private events only',
      '5 external_ref: is the same as in line 2',
      '6 access_code: needs at least 8 letters and digits',
      '7 access_code: needs at least 8 letters and digits',
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
      await bookWithConsent(
        booking.services,
        await buildProfile(booking.services.database),
        id,
        DAY,
        time,
      )
    }
    const busy = { ...VALID, external_ref: 'busy' }
    expect(
      await problemsOf({ ...busy, total_spaces: '1' }, { ...VALID, external_ref: 'new-beside' }),
    ).toEqual(['2 row: total_spaces cannot be less than the 2 places taken'])
    expect(await problemsOf({ ...busy, event_date: '2027-06-17' })).toEqual([
      '2 row: an event with appointments keeps its date, start and session length',
    ])
    expect(await problemsOf({ ...busy, end_time: '11:00', total_spaces: '12' })).toEqual([
      '2 row: an event cannot end before its last appointment',
    ])
    expect(await findEvent('new-beside')).toBeUndefined()
    expect(await problemsOf({ ...busy, total_spaces: '2', city: 'Ipswich' })).toEqual([])
  })

  it('OPS-02 refuses an unknown header, a row of the wrong length, an unclosed quotation mark and an empty file', async () => {
    const text = csv({ ...VALID, external_ref: 'h' })
    const faults = async (changed: string) => {
      const outcome = await importEvents(booking.services, changed, 'Olive')
      return outcome.ok ? [] : outcome.faults.map(({ line, problem }) => `${line} ${problem}`)
    }
    expect(await faults(text.replace('postcode', 'zip'))).toEqual([
      "1 'zip' is no known column",
      "1 the column 'postcode' is missing",
    ])
    expect(await faults(text.replace('postcode', 'city'))).toEqual([
      "1 the column 'city' is there twice",
      "1 the column 'postcode' is missing",
    ])
    expect(await faults(`${text}too,short\r\n`)).toEqual([
      '3 has 2 of 36 cells: fill in the others, or delete the line',
    ])
    expect(await faults(`${text}"open\r\n`)).toEqual([
      '3 A quotation mark in line 3 is not closed, or is inside a cell.',
    ])
    expect(await faults('')).toEqual(['1 the file is empty'])
    expect(await faults('A workbook,of another kind\r\n')).toEqual([
      expect.stringMatching(/^1 no line names the columns: external_ref, /),
    ])
    expect(await findEvent('h')).toBeUndefined()
  })

  it('OPS-02 reads a file as a spreadsheet in the United Kingdom saves it: semicolons, titles, empty rows and columns, dd/mm/yyyy, 9:00', async () => {
    const row = { ...VALID, event_date: '16/6/2027', start_time: '9:00', end_time: '12:00:00' }
    const table = csv({ ...row, external_ref: 'excel' })
      .replaceAll(',', ';')
      .trimEnd()
    const empty = ';'.repeat(EVENT_COLUMNS.length + 2)
    const text = ['\uFEFFSpring, 2027', empty, ...table.split('\r\n'), empty, empty].join(';;\r\n')
    const outcome = await importEvents(booking.services, text, 'Olive')
    expect(outcome).toMatchObject({ ok: true, created: 1, updated: 0 })
    expect(await findEvent('excel')).toMatchObject({
      event_on: DAY,
      start_time: '09:00:00',
      end_time: '12:00:00',
    })
  })

  it('OPS-02 refuses to change a cancelled event, as a fault of its row', async () => {
    await importRows({ ...VALID, external_ref: 'gone' })
    await booking.services.database.query(
      `${BY_HAND} update app.events set cancelled_at = now() where external_ref = 'gone'`,
    )
    expect(
      await problemsOf({ ...VALID, external_ref: 'fresh' }, { ...VALID, external_ref: 'gone' }),
    ).toEqual(['3 external_ref: is the reference of a cancelled event: import it with another one'])
    expect(await findEvent('fresh')).toBeUndefined()
  })

  it('OPS-02 faults are found while a patient’s transaction keeps the event locked', async () => {
    await importRows({ ...VALID, external_ref: 'locked' })
    const patient = await buildProfile(booking.services.database)
    const id = (await findEvent('locked'))?.event_id ?? 0
    await bookWithConsent(booking.services, patient, id, DAY, '09:00')
    const found = await booking.services.database.transaction(async ({ kysely }) => {
      await kysely
        .selectFrom('events')
        .select('event_id')
        .where('external_ref', '=', 'locked')
        .forUpdate()
        .execute()
      const row = { ...VALID, external_ref: 'locked', total_spaces: '0' }
      return await problemsOf(row, { ...VALID, external_ref: 'q', is_private: 'true' })
    })
    expect(found).toEqual([
      '2 row: total_spaces cannot be less than the 1 places taken',
      '3 access_code: is missing: the event is private',
    ])
  })
})
