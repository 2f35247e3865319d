import type { StaffRole } from '#core/rules/permissions.ts'
import { readClock } from '#core/server/database/clock.ts'
import { readStaffCookie } from '#core/server/http/cookies.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { findFactor } from '#staff/server/database/factors.ts'
import { codeAt } from '#staff/server/factor.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'
import type { TestService } from '#tests/fixtures/service.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

export const STAFF_PASSWORD = 'three quiet herons'

export const BROWSER = { network: '192.0.2.7', userAgent: 'Test browser', cookie: null }

/** The token of the link in the newest mail to an address. */
export async function tokenTo(service: TestService, email: string, count = 1): Promise<string> {
  const [mail] = await service.waitForMails(email, count)
  return /\/staff\/join\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

export const administrator = ({ db }: TestService) => staffMember(db.database, ['administrator'])

export const actorOf = ({ name, staffId }: { name: string; staffId: number }) => ({
  by: `${name}, administrator`,
  staffId,
})

let people = 0
/** A person to invite; names have letters only. */
export function newPerson(roles: readonly StaffRole[] = ['coordinator']) {
  people += 1
  const word = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const registration = roles.includes('clinician') ? 'GMC 0000001' : null
  return { name: `Invited Person ${word}`, email: newAddress(), roles, registration }
}

/** The code of this moment of an account, and of the steps beside it. */
export async function codeOf({ db, env }: TestService, userId: string, steps = 0): Promise<string> {
  const factor = await findFactor(db.database, createSealer(env.keys), userId)
  const now = await readClock(db.database)
  return codeAt(factor?.secret ?? '', new Date(now.getTime() + steps * 30_000))
}

/** Codes may be given again: for several sign-ins within one step. */
export const forgetStep = ({ db }: TestService, userId: string) =>
  db.database.query('update app.staff_factors set last_step = null where user_id = $1', [userId])

/** A person who was invited and has joined. */
export async function joined(service: TestService, roles?: readonly StaffRole[]) {
  const { staffTeam, staffJoin } = service.wiring.services
  const person = newPerson(roles)
  const by = await administrator(service)
  await staffTeam.invite(actorOf(by), person)
  const token = await tokenTo(service, person.email)
  const setup = await staffJoin.setUp({ token, password: STAFF_PASSWORD, network: '192.0.2.7' })
  if (!setup.ok) throw new Error(setup.reason)
  const { user_id: userId, staff_id: staffId } = await rowOf(service, person.email)
  const code = await codeOf(service, userId)
  const done = await staffJoin.confirm({ token, code }, BROWSER)
  if (!done.ok) throw new Error(done.reason)
  return { ...person, by, token, userId, staffId, code, secret: secretOf(service, done.value) }
}

export async function rowOf({ db }: TestService, email: string) {
  const { rows } = await db.database.query<{ user_id: string; staff_id: string; state: string }>(
    'select user_id, staff_id, state from app.staff where email = $1',
    [email],
  )
  const [row] = rows
  if (row === undefined) throw new Error('There is no such person.')
  return { ...row, staff_id: Number(row.staff_id) }
}

/** The secret of the session in the cookies of an entry. */
export function secretOf({ env }: TestService, { cookies }: { cookies: readonly string[] }) {
  const header = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  return readStaffCookie(header, env.siteUrl) ?? ''
}
