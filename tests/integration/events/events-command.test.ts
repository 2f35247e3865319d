import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { addDays, formatShortDate, londonDate } from '#core/rules/time.ts'
import { EVENT_COLUMNS } from '#events/server/saving/event-columns.ts'
import { buildEvent, buildProduct, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { auditLog, bookWithConsent, servicesAt } from '#tests/integration/booking/booking-setup.ts'
import { createBookedEvent } from './booked-event.ts'

const now = new Date()
const DAY = addDays(londonDate(now), 30)
const BY = ['--by', 'Olive Ward']
const ID = '00000000-0000-4000-8000-000000000000'

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, now.toISOString()))
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-events-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

/** Runs `npm run events` on the database of this file. */
const run = (...args: string[]) => runScript('scripts/events.ts', args, { DATABASE_URL: test.url })

describe('the command', () => {
  it('OPS-02 EVM-03 imports, lists and cancels: only with the number of patients that is true; a repeated cancellation cancels no further appointments', async () => {
    const file = join(folder, 'events.csv')
    const cells: Partial<Record<string, string>> = {
      external_ref: 'cmd-1',
      event_name: 'From a file',
      event_date: DAY,
      start_time: '09:00',
      end_time: '10:00',
      session_duration: '10',
      lab_name: 'Northgate Pathology',
      audience: 'corporate',
      total_spaces: '6',
    }
    const row = EVENT_COLUMNS.map((name) => cells[name] ?? '').join(',')
    writeFileSync(file, `${EVENT_COLUMNS.join(',')}\n${row}\n`)
    expect(await run('import', file, ...BY)).toMatchObject({
      code: 0,
      out: `1 event created, 0 updated.\nline 2: cmd-1, ${formatShortDate(DAY)} 09:00, free, 6 places\n`,
    })
    const listed = await run('list')
    expect(listed.out).toContain(`${formatShortDate(DAY)}  09:00  0       6       From a file`)

    const id = await createBookedEvent(services, DAY)
    expect((await run('list', String(id), '--csv', ...BY)).out.split('\r\n')).toHaveLength(12)
    const name = `Event ${id} (Screening at the Corn Exchange, ${formatShortDate(DAY)} 09:00, Colchester)`
    const effects = '2 patients are booked, nothing is to be paid back.'
    for (const apply of [[], ['--apply', '3']]) {
      const changed = apply.length > 0 ? 'Not 3 patients as --apply says. ' : ''
      expect(await run('cancel', String(id), ...BY, ...apply)).toEqual({
        code: 1,
        out: '',
        err: `${name}: ${effects}\n${changed}Nothing was changed. To cancel it, add --apply 2\n`,
      })
    }
    expect((await run('list', String(id), ...BY)).out).not.toContain('CANCELLED')
    const cancel = (patients: string) => run('cancel', String(id), ...BY, '--apply', patients)
    expect(await cancel('2')).toMatchObject({
      out: `${name} is cancelled; 2 patients were booked, nothing is to be paid back. The patients will be informed by mail.\n`,
    })
    expect((await cancel('0')).out).toContain(`${name} was cancelled already; 0 patients were`)
    expect((await run('list', String(id), ...BY)).out).toContain('CANCELLED')
    expect((await run('failed-mail')).out).toBe('No mail was given up.\n')
  })

  it('OPS-02 lists events without a name, and those that have ended or are cancelled, with the ids for their run sheets', async () => {
    const product_id = await buildProduct(services.database, { product_name: 'PSA Plus' })
    const unnamed = await buildEvent(services.database, {
      event_on: DAY,
      event_name: null,
      product_id,
    })
    const ended = await buildEvent(services.database, {
      event_on: addDays(DAY, -40),
      event_name: 'Long ago',
    })
    const gone = await buildEvent(services.database, { event_on: DAY, event_name: 'Not held' })
    await run('cancel', String(gone), ...BY, '--apply', '0')
    const { out } = await run('list')
    const [coming = '', former = ''] = out.split('Ended or cancelled, the newest first')
    expect(coming).toMatch(new RegExp(`^${unnamed} .* no name, PSA Plus `, 'm'))
    expect(coming).not.toContain('Not held')
    expect(former).toMatch(new RegExp(`^${ended} .* Long ago `, 'm'))
    expect(former).toMatch(new RegExp(`^${gone} .* Not held .*cancelled`, 'm'))
    const all = (await run('list', '--past')).out
    expect(all).toContain('Long ago')
    expect(all).not.toContain('no name')
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
    expect(refused.err).toContain(
      "line 1: the columns 'event_name', 'event_description', 'event_date', ",
    )
    expect(refused.err).toContain('Nothing was changed')
    const latin = join(folder, 'latin.csv')
    writeFileSync(latin, Buffer.from([0x42, 0x6a, 0xf6]))
    expect((await run('import', latin, ...BY)).err).toContain('is not UTF-8')
    const [missing, unknown] = await Promise.all([
      run('import', join(folder, 'none.csv'), ...BY),
      run('cancel', '999999', ...BY, '--apply', '0'),
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
