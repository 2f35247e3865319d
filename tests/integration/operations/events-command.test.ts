import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatShortDate, londonDate } from '#domain/time.ts'
import { EVENT_COLUMNS } from '#server/operations/event-row.ts'
import { runSheet } from '#server/operations/run-sheet.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  audited,
  bookAt,
  CONTEXT,
  hold,
  patient,
  type Stage,
  servicesAt,
} from '#tests/integration/booking/stage.ts'

const now = new Date()
const DAY = addDays(londonDate(now), 30)

let test: TestDatabase
let stage: Stage
let folder: string

beforeAll(async () => {
  test = await testDatabase()
  stage = servicesAt(test, now.toISOString())
  folder = mkdtempSync(join(tmpdir(), 'halyard-events-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await test.close()
})

type Ended = { code: number; out: string; err: string }

/** Runs the operators' command as they do, on this file's database. */
const run = (...words: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { DATABASE_URL: test.url }
    execFile(process.execPath, ['scripts/events.ts', ...words], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

async function bookedEvent() {
  const id = await buildEvent(stage.database, { event_on: DAY })
  const names: [string, string][] = [
    ['09:10', '=Arthur'],
    ['09:00', 'Björn'],
  ]
  for (const [time, first_name] of names) {
    const man = await buildProfile(stage.database, {
      first_name,
      last_name: 'Pendle, Sr',
      birth_date: '1960-02-03',
      phone: '+441632960100',
    })
    await bookAt(stage, man, id, DAY, time)
  }
  const cancelled = await buildProfile(stage.database)
  const appointment_id = await bookAt(stage, cancelled, id, DAY, '09:20')
  await stage.appointments.cancel({ appointment_id }, patient(cancelled), CONTEXT)
  await stage.holds.create(hold(id, DAY, '09:30'), patient(await buildProfile(stage.database)))
  return id
}

describe('the run sheet', () => {
  it('OPS-02 lists who is booked by time, with birth date, phone and status, as text and as CSV', async () => {
    const id = await bookedEvent()
    expect(await runSheet(stage.database, id, 'csv', now)).toBe(
      [
        'time,place,name,date of birth,phone,status',
        `09:00,1,"Björn Pendle, Sr",03/02/1960,'+441632960100,booked`,
        `09:10,1,"'=Arthur Pendle, Sr",03/02/1960,'+441632960100,booked`,
        '',
      ].join('\r\n'),
    )
    const text = (await runSheet(stage.database, id, 'text', now)) ?? ''
    expect(text).toContain(`Screening at the Corn Exchange (${id})`)
    expect(text).toContain('2 of 20 places booked')
    expect(text).toMatch(
      /^09:00 {2}1 {6}Björn Pendle, Sr {4}03\/02\/1960 {5}\+441632960100 {2}booked$/m,
    )
    expect(await audited(stage.database)).toContainEqual({
      action: 'run-sheet-read',
      subject: `event:${id}`,
    })
    expect(await runSheet(stage.database, 999_999, 'text', now)).toBeUndefined()
  })

  it('OPS-02 a line break in a name does not make a second man of him', async () => {
    const id = await buildEvent(stage.database, { event_on: DAY })
    const names = { first_name: 'Arthur\n09:10  1', last_name: 'Pendle\r\nbooked' }
    await bookAt(stage, await buildProfile(stage.database, names), id, DAY, '09:00')
    const text = (await runSheet(stage.database, id, 'text', now)) ?? ''
    expect(text).toMatch(/^09:00 {2}1 {6}Arthur 09:10 1 Pendle booked /m)
    expect(text.match(/booked$/gm)).toHaveLength(2)
    expect(await runSheet(stage.database, id, 'csv', now)).not.toMatch(/Arthur\n/)
  })
})

describe('the command', () => {
  it('OPS-02 imports, lists, cancels; repeated cancelling frees nobody twice', async () => {
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
    expect(await run('import', file)).toMatchObject({
      code: 0,
      out: '1 events created, 0 updated.\n',
    })
    const listed = await run('list')
    expect(listed.out).toContain(`${formatShortDate(DAY)}  09:00  0       6       From a file`)

    const id = await bookedEvent()
    expect((await run('list', String(id), '--csv')).out.split('\r\n')).toHaveLength(4)
    const cancelled = await run('cancel', String(id))
    expect(cancelled).toMatchObject({ code: 0, err: '' })
    expect(cancelled.out).toContain('2 booked men are freed')
    expect((await run('cancel', String(id))).out).toContain('0 booked men are freed')
    expect((await run('list', String(id))).out).toContain('CANCELLED')
    expect((await run('failed-mail')).out).toBe('No mail was given up.\n')
  })

  it('FORM-01 OPS-02 lists who confirmed the newsletter, nobody else, and records the reading', async () => {
    await test.database.query(
      `insert into app.subscriptions (email, name, hear_about_event, asked_at, confirmed_at, ended_at)
       values ('ned@example.org', E'=Ned\n"Quill"', true, '2026-01-05T23:30Z', '2026-07-05T23:30Z', null),
              ('waits@example.org', 'Waits', true, '2026-01-05Z', null, null),
              ('ended@example.org', 'Ended', true, '2026-01-05Z', '2026-01-06Z', '2026-02-06Z')`,
    )
    expect((await run('subscribers')).out).toBe(
      `email,name,hear about events,confirmed\r\nned@example.org,"'=Ned ""Quill""",yes,06/07/2026\r\n`,
    )
    expect(await audited(stage.database)).toContainEqual({
      action: 'subscribers-read',
      subject: 'subscriptions',
    })
  })

  it('OPS-02 says what is wrong and ends with 1', async () => {
    const bad = join(folder, 'bad.csv')
    writeFileSync(bad, 'external_ref\nx\n')
    const refused = await run('import', bad)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('line 1, event_date: is missing as a column')
    expect(refused.err).toContain('Nothing was changed')
    const latin = join(folder, 'latin.csv')
    writeFileSync(latin, Buffer.from([0x42, 0x6a, 0xf6]))
    expect((await run('import', latin)).err).toContain('is not UTF-8')
    expect((await run('import', join(folder, 'none.csv'))).err).toContain('There is no file')
    expect((await run('cancel', '999999')).err).toContain('There is no event 999999.')
    for (const words of [[], ['import'], ['cancel', 'x'], ['dance']]) {
      expect(await run(...words)).toMatchObject({
        code: 1,
        err: expect.stringContaining('npm run events'),
      })
    }
  })
})
