import { expect, it } from 'vitest'
import type { Source } from '#core/server/config/env-variables.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { BROWSER, codeOf, rowOf, STAFF_PASSWORD } from '#tests/integration/staff/staff-setup.ts'
import { readCommandLine } from '../../../scripts/operator/command-line.ts'
import { checkBy } from '../../../scripts/operator/staff.ts'
import { runStaffCommand } from '../../../scripts/operator/staff-commands.ts'

const service = perFile(() => testService())

/** The service's own environment, as a command reads it. */
function environment(): Source {
  const [key] = service.env.keys.data
  return {
    DATABASE_URL: service.db.url,
    SITE_URL,
    DATA_KEYS: `${key?.id}:${key?.key.toString('base64')}`,
    LOOKUP_KEY: service.env.keys.lookup.toString('base64'),
  }
}
const run = (args: readonly string[], typed = newAddress()) =>
  runStaffCommand(args, environment, () => Promise.resolve(typed))
const refusal = (args: readonly string[], typed?: string) =>
  run(args, typed).then(
    () => 'done',
    (error: Error) => error.message,
  )
const first = (name: string) => ['first-administrator', name, '--by', 'An Operator']

it('STF-05 first-administrator prints a link, replaces it when repeated, and is refused once an administrator is active', async () => {
  const email = newAddress()
  const old = await run(first('Olga Reed'), email)
  const printed = await run(first('Olga Reed'), email)
  const tokenOf = (text: string) => /\/staff\/join\?token=([\w-]{43})\n/.exec(text)?.[1] ?? ''
  const { staffJoin } = service.wiring.services
  const setUp = (token: string) =>
    staffJoin.setUp({ token, password: STAFF_PASSWORD, network: BROWSER.network })
  expect(await setUp(tokenOf(old))).toMatchObject({ reason: 'link-invalid' })
  expect(await setUp(tokenOf(printed))).toMatchObject({ ok: true })
  const { user_id: userId, staff_id: staffId } = await rowOf(service, email)
  const code = await codeOf(service, userId)
  const joined = await staffJoin.confirm({ token: tokenOf(printed), code }, BROWSER)
  expect(joined.ok).toBe(true)
  expect(await refusal(['first-administrator', 'Ida Crane', '--by', 'Olga Reed'])).toContain(
    'There is an active administrator',
  )
  expect(await run(['list'])).toBe(`${staffId}  Olga Reed  ${email}  administrator  active\n`)
  // The address is never an argument.
  expect(await refusal([...first('Olga Reed').slice(0, 2), email, '--by', 'Olga Reed'])).toContain(
    'Leave the e-mail address out',
  )
  expect(await refusal(['code', email])).toContain('stand-ins')

  const why = ['--by', 'Olga Reed', '--reason', 'lost']
  expect(await refusal(['suspend', String(staffId), ...why])).toContain('has to stay active')
  expect(await run(['reset-factor', String(staffId), ...why])).toContain('removed')
  const other = await staffMember(service.db.database, ['coordinator'])
  expect(await run(['suspend', String(other.staffId), ...why])).toContain('suspended')
  expect(await refusal(['suspend', String(other.staffId), ...why])).toContain('state')
  const { rows } = await service.db.database.query(
    `select action, operator, reason from app.audit_log where action in ('staff-factor-reset', 'staff-suspended') order by audit_id`,
  )
  expect(rows).toEqual([
    { action: 'staff-factor-reset', operator: 'Olga Reed', reason: 'lost' },
    { action: 'staff-suspended', operator: 'Olga Reed', reason: 'lost' },
  ])
})

it('STF-06 --by names an active account with one of its roles, as soon as one is active', async () => {
  const { database } = service.db
  const check = (by: string) =>
    checkBy(
      database,
      readCommandLine(['x', '--by', by], { values: ['by'], flags: [], usage: '' }),
    ).then(
      ({ options }) => `permitted: ${options.get('by')}`,
      (error: Error) => error.message,
    )
  const ada = await staffMember(database, ['clinician'], 'Ada Quill')
  // The account's own spelling is stored, so that the audit row has the account (`app.staff_of`).
  expect(await check('dr ada quill')).toBe('permitted: Ada Quill')
  for (const by of ['Ada Quill, clinician', 'Dr Ada Quill, clinician', 'ADA QUILL, Clinician']) {
    expect(await check(by), by).toBe('permitted: Ada Quill, clinician')
  }
  expect(await check('Ada Quill, coordinator')).toContain('has the roles: clinician')
  expect(await check('Mo Finch, coordinator')).toContain('no active account')
  await database.query(`${BY_HAND} update app.staff set state = 'suspended' where staff_id = $1`, [
    ada.staffId,
  ])
  expect(await check('Ada Quill')).toContain('no active account')
})

it('STF-06 without an account any name is taken', async () => {
  const empty = await testDatabase()
  try {
    const line = readCommandLine(['x', '--by', 'Anyone'], { values: ['by'], flags: [], usage: '' })
    await expect(checkBy(empty.database, line)).resolves.toBe(line)
  } finally {
    await empty.close()
  }
})
