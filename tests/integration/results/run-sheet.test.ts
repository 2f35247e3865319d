import { describe, expect, it } from 'vitest'
import { changeProfile } from '#account/server/database/profiles.ts'
import { formatNhsNumber } from '#core/rules/nhs-number.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { runSheet } from '#results/commands/run-sheet.ts'
import { SHEET_COLUMNS } from '#results/rules/sheet-columns.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  auditLog,
  bookWithConsent,
  sealer,
  servicesAt,
} from '#tests/integration/booking/booking-setup.ts'
import { testNhsNumber } from '../../../local/samples/people.ts'
import { createBookedEvent } from '../events/booked-event.ts'

const now = new Date()
const DAY = addDays(londonDate(now), 30)

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, now.toISOString()))

const NO_KEYS = () => {
  throw new Error('This sheet needs no keys.')
}

const sheet = (id: number, format: 'text' | 'csv' = 'text', keys: () => Sealer = NO_KEYS) =>
  runSheet({ database: services.database, now, sealer: keys }, id, format, 'Olive Ward')

describe('the run sheet', () => {
  it('OPS-02 lists booked patients by time, with birth date, phone and status, as text and as CSV', async () => {
    const id = await createBookedEvent(services, DAY)
    const [header, one, two, ...spare] = ((await sheet(id, 'csv')) ?? '').split('\r\n')
    expect(header).toBe(SHEET_COLUMNS.join(','))
    expect(one).toMatch(
      /^09:00,1,[\dA-F]{4}-[\dA-F]{4},,,"Pendle, Sr",Björn,03\/02\/1960,'\+441632960100,booked,,SAME SURNAME AND BIRTH DATE AS [\dA-F-]{9},online,/,
    )
    expect(two).toContain(`"Pendle, Sr",'=Arthur,03/02/1960,`)
    expect(spare).toEqual([...Array(8).fill(`,,,,${id},,,,,,,,,,,,,`), ''])
    const text = (await sheet(id)) ?? ''
    expect(text).toContain(`Screening at the Corn Exchange (${id})`)
    expect(text).toContain('2 of 20 places booked')
    expect(text).toMatch(
      /^09:00 {2}1 {6}[\dA-F]{4}-[\dA-F]{4} {2}Pendle, Sr {2}Björn .* booked .* \[ \] {3}\[ \] {5}_{12} {2}__:__$/m,
    )
    expect(text.match(/_{12}/g)).toHaveLength(10)
    expect(await auditLog(services.database)).toContainEqual({
      action: 'run-sheet-read',
      subject: `event:${id}`,
    })
    expect(await sheet(999_999)).toBeUndefined()
  })

  it('NHS-02 OPS-02 AUD-01 shows the NHS numbers of an ESNEFT event only, and who read which patients’ is audited', async () => {
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
      new RegExp(`^time,.*,NHS number\r\n.*,booked,.*,${number}\r\n`),
    )
    expect(await sheet(id, 'text', keys)).toMatch(new RegExp(`booked .*${number}$`, 'm'))
    expect(await sheet(plain, 'csv')).not.toContain('NHS number')
    await database.query(
      `update app.profiles set nhs_number_sealed = '\\x026b39'::bytea where profile_id = $1`,
      [patient],
    )
    expect(await sheet(id, 'csv', keys)).toMatch(/,booked,.*,MISSING\r\n/)
    const audit = await database.query(
      `select operator, subjects::int[] as subjects from app.audit_log where action = 'run-sheet-read' and subject = $1`,
      [`event:${id}`],
    )
    expect(audit.rows).toEqual(Array(3).fill({ operator: 'Olive Ward', subjects: [patient] }))
  })

  it('OPS-02 a line break in a name does not add a row', async () => {
    const id = await buildEvent(services.database, { event_on: DAY })
    const names = { first_name: 'Arthur\n09:10  1', last_name: 'Pendle\r\nbooked' }
    await bookWithConsent(services, await buildProfile(services.database, names), id, DAY, '09:00')
    const text = (await sheet(id)) ?? ''
    expect(text).toMatch(/^09:00 .* Pendle booked {2}Arthur 09:10 1 /m)
    expect(text.match(/^\d\d:\d\d /gm)).toHaveLength(1)
    expect(await sheet(id, 'csv')).not.toMatch(/Arthur\n/)
  })
})
