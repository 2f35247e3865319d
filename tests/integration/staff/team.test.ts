import { expect, it } from 'vitest'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { staffMember, staffSession } from '#tests/fixtures/staff.ts'
import {
  actorOf,
  BROWSER,
  codeOf,
  forgetStep,
  joined,
  STAFF_PASSWORD,
  secretOf,
} from '#tests/integration/staff/staff-setup.ts'

const service = perFile(() => testService())
const team = () => service.wiring.services.staffTeam
const find = (secret: string) => service.wiring.services.staffAccess.findSession(secret)

/** Two administrators, the only ones. */
async function administrators() {
  const { database } = service.db
  await database.query('alter table app.staff disable trigger staff_guard')
  await database.query(`${BY_HAND} update app.staff set roles = '{coordinator}'`)
  await database.query('alter table app.staff enable trigger staff_guard')
  const one = await staffMember(database, ['administrator'])
  const two = await staffMember(database, ['administrator'])
  return { one, two }
}
const actions = async (staffId: number) => {
  const { rows } = await service.db.database.query<{ action: string }>(
    'select action from app.audit_log where subject = $1 order by audit_id',
    [`staff:${staffId}`],
  )
  return rows.map(({ action }) => action)
}

it('STF-06 a suspension counts from the next request; the session stays ended after a reactivation', async () => {
  const { one } = await administrators()
  const member = await staffMember(service.db.database, ['coordinator', 'clinician'])
  expect(await find(member.secret)).toBeDefined()
  expect(await team().suspend(actorOf(one), { staffId: member.staffId })).toBeUndefined()
  expect(await find(member.secret)).toBeUndefined()
  expect(await team().reactivate(actorOf(one), { staffId: member.staffId })).toBeUndefined()
  expect(await find(member.secret)).toBeUndefined()
  const { secret } = await staffSession(service.db.database, member.staffId)
  expect(await find(secret)).toBeDefined()
  expect(await actions(member.staffId)).toEqual(['staff-suspended', 'staff-reactivated'])
})

it('STF-06 changed roles count from the next request, and an outdated version changes nothing', async () => {
  const { one } = await administrators()
  const member = await staffMember(service.db.database, ['coordinator'])
  const aim = { staffId: member.staffId, version: 1 }
  const to = { roles: ['clinician'], registration: 'GMC 0000001' } as const
  expect(await team().changeRoles(actorOf(one), aim, to)).toBeUndefined()
  expect((await find(member.secret))?.roles).toEqual(['clinician'])
  expect(await team().changeRoles(actorOf(one), aim, to)).toBe('changed')
  expect(await team().suspend(actorOf(one), aim)).toBe('changed')
  expect(await actions(member.staffId)).toEqual(['staff-roles-changed'])
})

it('STF-06 nobody changes their own account', async () => {
  const { one } = await administrators()
  const aim = { staffId: one.staffId }
  const roles = { roles: ['administrator', 'clinician'], registration: 'x' } as const
  expect(await team().changeRoles(actorOf(one), aim, roles)).toBe('own-account')
  expect(await team().suspend(actorOf(one), aim)).toBe('own-account')
  expect(await team().resetFactor(actorOf(one), aim)).toBe('own-account')
  expect(await actions(one.staffId)).toEqual([])
})

it('STF-06 the last administrator stays active, also when two suspend each other at the same moment', async () => {
  const { one, two } = await administrators()
  const both = await Promise.all([
    team().suspend(actorOf(one), { staffId: two.staffId }),
    team().suspend(actorOf(two), { staffId: one.staffId }),
  ])
  expect(both.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(both.filter((refusal) => refusal === 'last-administrator')).toHaveLength(1)
  const left = both[0] === undefined ? one : two
  const by = { by: 'An Operator, administrator' }
  const to = { roles: ['coordinator'], registration: null } as const
  expect(await team().suspend(by, { staffId: left.staffId })).toBe('last-administrator')
  expect(await team().changeRoles(by, { staffId: left.staffId }, to)).toBe('last-administrator')
  expect(await actions(left.staffId)).toEqual([])
  // The control: without the guard of the database nobody is left.
  await service.db.database.query('alter table app.staff disable trigger staff_guard')
  expect(await team().suspend(by, { staffId: left.staffId })).toBeUndefined()
  await service.db.database.query('alter table app.staff enable trigger staff_guard')
})

it('STF-02 after a lost telephone an administrator removes the factor: the sessions end, and the next sign-in sets up another', async () => {
  const person = await joined(service)
  const { one } = await administrators()
  const { staffSignIn } = service.wiring.services
  expect(await team().resetFactor(actorOf(one), { staffId: person.staffId })).toBeUndefined()
  expect(await find(person.secret)).toBeUndefined()
  const typed = { email: person.email, password: STAFF_PASSWORD }
  const entered = await staffSignIn.signIn(typed, BROWSER)
  if (!entered.ok) throw new Error(entered.reason)
  const half = await find(secretOf(service, entered.value))
  if (half === undefined) throw new Error('There is no session.')
  const first = await staffSignIn.setup(half)
  expect(first?.qr.path).toMatch(/^M4 4h7v1h-7z/)
  // Who saw an earlier secret cannot use it: each sign-in makes another until a code is accepted.
  await staffSignIn.signIn(typed, BROWSER)
  expect((await staffSignIn.setup(half))?.secret).not.toBe(first?.secret)
  expect(await staffSignIn.giveCode(half, person.code)).toMatchObject({ ok: false })
  const given = await staffSignIn.giveCode(half, await codeOf(service, person.userId))
  expect(given.ok).toBe(true)
  expect(await staffSignIn.setup(half)).toBeUndefined()
  await forgetStep(service, person.userId)
  const mails = await service.waitForMails(person.email, 2)
  expect(mails[0]?.subject).toContain('was changed')
})

it('STF-04 a person who is on the team is not invited again under another address or spelling', async () => {
  const person = await joined(service)
  const by = actorOf(person.by)
  const again = { ...person, email: `other-${person.email}`, name: person.name.toUpperCase() }
  expect(await team().invite(by, again)).toBe('known-person')
  expect(await team().invite(by, { ...person, name: 'Another Name' })).toBe('known-person')
})
