import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceNumber } from '#domain/appointment.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { addDays, formatShortDate, londonDate } from '#domain/time.ts'
import { EVENT_COLUMNS } from '#server/operations/event-row.ts'
import { runSheet } from '#server/operations/run-sheet.ts'
import { changeProfile } from '#server/repositories/profiles.ts'
import type { Sealer } from '#server/security/seal.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import {
  auditLog,
  type BookingServices,
  bookWithConsent,
  CONTEXT,
  callerOf,
  holdInput,
  sealer,
  servicesAt,
} from '#tests/integration/booking/booking-setup.ts'
import { testNhsNumber } from '../../../local/samples/people.ts'

const now = new Date()
const DAY = addDays(londonDate(now), 30)
const BY = ['--by', 'Olive Ward']
const ID = '00000000-0000-4000-8000-000000000000'

let test: TestDatabase
let services: BookingServices
let folder: string

beforeAll(async () => {
  test = await testDatabase()
  services = servicesAt(test, now.toISOString())
  folder = mkdtempSync(join(tmpdir(), 'halyard-events-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

/** Runs `npm run events` on the database of this file. */
const run = (...args: string[]) => runScript('scripts/events.ts', args, { DATABASE_URL: test.url })

const NO_KEYS = () => {
  throw new Error('This sheet needs no keys.')
}

const sheet = (id: number, format: 'text' | 'csv' = 'text', keys: () => Sealer = NO_KEYS) =>
  runSheet({ database: services.database, now, sealer: keys }, id, format, 'Olive Ward')

/** An event with two booked appointments, one cancelled appointment and one hold; returns its id. */
async function createBookedEvent() {
  const id = await buildEvent(services.database, { event_on: DAY })
  const names: [string, string][] = [
    ['09:10', '=Arthur'],
    ['09:00', 'Björn'],
  ]
  for (const [time, first_name] of names) {
    const patient = await buildProfile(services.database, {
      first_name,
      last_name: 'Pendle, Sr',
      birth_date: '1960-02-03',
      phone: '+441632960100',
    })
    await bookWithConsent(services, patient, id, DAY, time)
  }
  const cancelled = await buildProfile(services.database)
  const appointment_id = await bookWithConsent(services, cancelled, id, DAY, '09:20')
  await services.appointments.cancel({ appointment_id }, callerOf(cancelled), CONTEXT)
  await services.holds.create(
    holdInput(id, DAY, '09:30'),
    callerOf(await buildProfile(services.database)),
  )
  return id
}

describe('the run sheet', () => {
  it('OPS-02 lists booked patients by time, with birth date, phone and status, as text and as CSV', async () => {
    const id = await createBookedEvent()
    expect(await sheet(id, 'csv')).toBe(
      [
        'time,place,name,date of birth,phone,status,confirmed',
        `09:00,1,"Björn Pendle, Sr",03/02/1960,'+441632960100,booked,`,
        `09:10,1,"'=Arthur Pendle, Sr",03/02/1960,'+441632960100,booked,`,
        '',
      ].join('\r\n'),
    )
    const text = (await sheet(id)) ?? ''
    expect(text).toContain(`Screening at the Corn Exchange (${id})`)
    expect(text).toContain('2 of 20 places booked')
    expect(text).toMatch(
      /^09:00 {2}1 {6}Björn Pendle, Sr {4}03\/02\/1960 {5}\+441632960100 {2}booked$/m,
    )
    expect(await auditLog(services.database)).toContainEqual({
      action: 'run-sheet-read',
      subject: `event:${id}`,
    })
    expect(await sheet(999_999)).toBeUndefined()
  })

  it('NHS-02 OPS-02 shows the NHS numbers of an ESNEFT event only, and who read them is audited', async () => {
    const database = services.database
    const [plain, id] = [
      await buildEvent(database, { event_on: DAY }),
      await buildEvent(database, { event_on: DAY, lab_name: 'Esneft' }),
    ]
    const patient = await buildProfile(database)
    const { rows } = await database.query<{ user_id: string }>(
      'select user_id from app.profiles where profile_id = $1',
      [patient],
    )
    const change = { nhsNumber: testNhsNumber(1) }
    await changeProfile(database, sealer, rows[0]?.user_id ?? '', change)
    await bookWithConsent(services, patient, id, DAY, '09:00')
    const keys = () => sealer
    const number = formatNhsNumber(testNhsNumber(1))
    expect(await sheet(id, 'csv', keys)).toMatch(
      new RegExp(
        `^time,place,name,date of birth,phone,status,confirmed,NHS number\r\n.*,booked,,${number}\r\n$`,
      ),
    )
    expect(await sheet(id, 'text', keys)).toMatch(new RegExp(`booked {13}${number}$`, 'm'))
    expect(await sheet(plain, 'csv')).toBe(
      'time,place,name,date of birth,phone,status,confirmed\r\n',
    )
    await database.query(
      `update app.profiles set nhs_number_sealed = '\\x026b39'::bytea where profile_id = $1`,
      [patient],
    )
    expect(await sheet(id, 'csv', keys)).toContain(',booked,,MISSING')
    const audit = await database.query(
      `select operator from app.audit_log where action = 'run-sheet-read' and subject = $1`,
      [`event:${id}`],
    )
    expect(audit.rows).toEqual(Array(3).fill({ operator: 'Olive Ward' }))
  })

  it('OPS-02 a line break in a name does not add a row', async () => {
    const id = await buildEvent(services.database, { event_on: DAY })
    const names = { first_name: 'Arthur\n09:10  1', last_name: 'Pendle\r\nbooked' }
    await bookWithConsent(services, await buildProfile(services.database, names), id, DAY, '09:00')
    const text = (await sheet(id)) ?? ''
    expect(text).toMatch(/^09:00 {2}1 {6}Arthur 09:10 1 Pendle booked /m)
    expect(text.match(/booked$/gm)).toHaveLength(2)
    expect(await sheet(id, 'csv')).not.toMatch(/Arthur\n/)
  })
})

describe('the command', () => {
  it('OPS-02 imports, lists and cancels; a repeated cancellation cancels no further appointments', async () => {
    const file = join(folder, 'events.csv')
    const cells: Partial<Record<string, string>> = {
      external_ref: 'cmd-1',
      event_name: 'From a file',
      event_date: DAY,
      start_time: '09:00',
      end_time: '10:00',
      session_duration: '10',
      audience: 'corporate',
      total_spaces: '6',
    }
    const row = EVENT_COLUMNS.map((name) => cells[name] ?? '').join(',')
    writeFileSync(file, `${EVENT_COLUMNS.join(',')}\n${row}\n`)
    expect(await run('import', file, ...BY)).toMatchObject({
      code: 0,
      out: '1 event created, 0 updated.\n',
    })
    const listed = await run('list')
    expect(listed.out).toContain(`${formatShortDate(DAY)}  09:00  0       6       From a file`)

    const id = await createBookedEvent()
    expect((await run('list', String(id), '--csv', ...BY)).out.split('\r\n')).toHaveLength(4)
    const cancelled = await run('cancel', String(id), ...BY)
    expect(cancelled).toMatchObject({ code: 0, err: '' })
    expect(cancelled.out).toContain('2 appointments cancelled')
    expect((await run('cancel', String(id), ...BY)).out).toContain('0 appointments cancelled')
    expect((await run('list', String(id), ...BY)).out).toContain('CANCELLED')
    expect((await run('failed-mail')).out).toBe('No mail was given up.\n')
  })

  it('OPS-02 moves and cancels an appointment and prints what was done, without personal data', async () => {
    const patient = await buildProfile(services.database, { last_name: 'Quillfeather' })
    const event = await buildEvent(services.database, { event_on: DAY })
    const id = await bookWithConsent(services, patient, event, DAY, '09:00')
    const why = [...BY, '--reason', 'asked by telephone']
    expect(await run('move-appointment', id, '--to', `${DAY} 09:30`, ...why)).toEqual({
      code: 0,
      err: '',
      out: `Appointment ${id} is on ${DAY} at 09:30; the patient will be informed by mail.\n`,
    })
    const cancelled = await run('cancel-appointment', referenceNumber(id), ...why)
    expect(cancelled).toMatchObject({ code: 0, err: '' })
    expect(cancelled.out).toContain(`Appointment ${id} is cancelled`)
    expect((await run('cancel-appointment', ID, ...why)).err).toBe(
      'There is no appointment with this id.\n',
    )
    expect(await auditLog(services.database)).toContainEqual({
      action: 'appointment-cancelled',
      subject: `appointment:${id}`,
    })
  })

  it('FORM-01 OPS-02 lists only confirmed newsletter subscribers and records the access in the audit log', async () => {
    await test.database.query(
      `insert into app.subscriptions (email, name, hear_about_event, asked_at, confirmed_at, ended_at)
       values ('ned@example.org', E'=Ned\n"Quill"', true, '2026-01-05T23:30Z', '2026-07-05T23:30Z', null),
              ('waits@example.org', 'Waits', true, '2026-01-05Z', null, null),
              ('ended@example.org', 'Ended', true, '2026-01-05Z', '2026-01-06Z', '2026-02-06Z')`,
    )
    expect((await run('subscribers')).out).toBe(
      `email,name,hear about events,confirmed\r\nned@example.org,"'=Ned ""Quill""",yes,06/07/2026\r\n`,
    )
    expect(await auditLog(services.database)).toContainEqual({
      action: 'subscribers-read',
      subject: 'subscriptions',
    })
  })

  it('OPS-02 prints what is wrong and exits with code 1', async () => {
    const bad = join(folder, 'bad.csv')
    writeFileSync(bad, 'external_ref\nx\n')
    const refused = await run('import', bad, ...BY)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('line 1, event_date: is missing as a column')
    expect(refused.err).toContain('Nothing was changed')
    const latin = join(folder, 'latin.csv')
    writeFileSync(latin, Buffer.from([0x42, 0x6a, 0xf6]))
    expect((await run('import', latin, ...BY)).err).toContain('is not UTF-8')
    const [missing, unknown] = await Promise.all([
      run('import', join(folder, 'none.csv'), ...BY),
      run('cancel', '999999', ...BY),
    ])
    expect(missing.err).toContain('There is no file')
    expect(unknown.err).toContain('There is no event 999999.')
    const wrong = [
      ['import', bad],
      ['cancel', '1'],
      ['cancel', 'x', ...BY],
      ['list', '1'],
      ['dance'],
      ['move-appointment', ID, ...BY],
    ]
    for (const result of await Promise.all(wrong.map((args) => run(...args)))) {
      expect(result).toMatchObject({ code: 1, err: expect.stringContaining('npm run events') })
    }
  })
})
