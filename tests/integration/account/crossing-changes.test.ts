import { describe, expect, it } from 'vitest'
import {
  askEmailChange,
  changePassword,
  confirmEmailChange,
  setResetPassword,
} from '#account/contract/account-changes.ts'
import { endSession, getSession, listSessions, signIn } from '#account/contract/accounts.ts'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'
import {
  concludePassword,
  crossed,
  newPatient,
  type Person,
} from '#tests/integration/account/account-setup.ts'
import { ask, enter, reasonOf, waitForCode } from '#tests/integration/account/reset-setup.ts'

const NEW_PASSWORD = 'a-quieter-harbour'

const service = perFile(testService)

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  service.db.database.query<Row>(sql, values)

const provider = () => accountGateway(service.env.supabase)

const signsIn = async (email: string, password: string) =>
  reasonOf(await service.visitor().call(signIn, { email, password }))

/** An attacker who knows the password asks, in a session of their own, for a change to their address. */
async function attackerAsks({ email }: Person) {
  const attacker = service.visitor('203.0.113.5')
  await attacker.call(signIn, { email, password: PASSWORD })
  const next = newAddress('attacker')
  expect(reasonOf(await attacker.call(askEmailChange, { email: next, password: PASSWORD }))).toBe(
    'ok',
  )
  await service.mailsSettled()
  const [mail] = await service.mailsTo(next)
  const token = /confirm-email-change\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(token).not.toBe('')
  return { attacker, next, press: () => attacker.call(confirmEmailChange, { token }) }
}

const changeWithOld = ({ visitor }: Person) =>
  visitor.call(changePassword, { old_password: PASSWORD, password: NEW_PASSWORD })

/** A session that a code has opened. */
async function openedByCode({ email }: Person): Promise<Visitor> {
  const browser = service.visitor('198.51.100.30')
  await ask(browser, email)
  expect(reasonOf(await enter(browser, email, await waitForCode(service, email)))).toBe('ok')
  return browser
}

const resetByCode = async (person: Person) =>
  (await openedByCode(person)).call(setResetPassword, { password: NEW_PASSWORD })

const stateOf = async (address: string) => {
  const { rows } = await query<{ state: string }>(
    'select state from app.account_changes where new_email = $1',
    [address],
  )
  return rows[0]?.state
}

const WAYS = [
  ['with the old one', changeWithOld],
  ['by a code', resetByCode],
] as const

describe.each(WAYS)('a new password that is set %s', (_, setNew) => {
  it('AUTH-13 ends a change of address that was asked for with the old one', async () => {
    const owner = await newPatient(service)
    const { press, next } = await attackerAsks(owner)
    expect(reasonOf(await setNew(owner))).toBe('ok')
    expect(reasonOf(await press())).toBe('link-invalid')
    expect(await stateOf(next)).toBe('replaced')
    expect(await signsIn(owner.email, NEW_PASSWORD)).toBe('ok')
    expect(await signsIn(next, NEW_PASSWORD)).toBe('sign-in-refused')
  })

  it('AUTH-13 would leave the account to the one who asked if the change stayed (control)', async () => {
    const owner = await newPatient(service)
    await query(`create function app.keep_asked() returns trigger language plpgsql as
      $$ begin if new.state = 'replaced' then return null; end if; return new; end $$`)
    await query(
      'create trigger keep_asked before update on app.account_changes for each row execute function app.keep_asked()',
    )
    try {
      const { press, next } = await attackerAsks(owner)
      await setNew(owner)
      expect(reasonOf(await press())).toBe('ok')
      expect(await stateOf(next)).toBe('done')
    } finally {
      await query('drop trigger keep_asked on app.account_changes')
      await query('drop function app.keep_asked')
    }
  })
})

describe('a new password while a change of address is being made', () => {
  it.each([
    ['has not made', false],
    ['has made', true],
  ])('AUTH-13 ends one that the provider %s', async (_, isMade) => {
    const owner = await newPatient(service)
    const { next, press } = await attackerAsks(owner)
    const browser = await openedByCode(owner)
    await query(`update app.account_changes set state = 'started' where new_email = $1`, [next])
    if (isMade) await provider().setEmail(owner.userId, next)
    const answer = await browser.call(setResetPassword, { password: NEW_PASSWORD })
    expect(reasonOf(answer)).toBe('ok')
    expect(await stateOf(next)).toBe('replaced')
    expect(reasonOf(await press())).toBe('link-invalid')
    expect((await provider().findAccount(owner.userId))?.email).toBe(owner.email)
  })

  it('AUTH-13 waits with the address until it is known whether there is a new password', async () => {
    const owner = await newPatient(service)
    const { next, press } = await attackerAsks(owner)
    // The process died after the provider had made it.
    const { rows } = await query<{ change_id: string }>(
      `insert into app.account_changes (change_id, kind, user_id, email, state, asked_at)
       values (gen_random_uuid(), 'password', $1, $2, 'started', app.clock_now()) returning change_id`,
      [owner.userId, owner.email],
    )
    await provider().setPassword(owner.userId, NEW_PASSWORD, rows[0]?.change_id ?? '')
    expect(reasonOf(await press())).toBe('link-invalid')
    expect(await stateOf(next)).toBe('replaced')
    expect((await provider().findAccount(owner.userId))?.email).toBe(owner.email)
  })
})

it('AUTH-11 ending a session ends the change of address that it asked for', async () => {
  const owner = await newPatient(service)
  const first = await attackerAsks(owner)
  const { sessions } = (await owner.visitor.call(listSessions)).body as {
    sessions: { session_id: string; current: boolean }[]
  }
  const other = sessions.find(({ current }) => !current)?.session_id ?? ''
  expect(reasonOf(await owner.visitor.call(endSession, { session_id: other }))).toBe('ok')
  expect(await stateOf(first.next)).toBe('replaced')
  expect(reasonOf(await first.press())).toBe('link-invalid')
})

describe('what crosses a new password', () => {
  it('AUTH-13 a sign-in with the old one opens no session', async () => {
    const owner = await newPatient(service)
    const work = () => signsIn(owner.email, PASSWORD)
    expect(
      await crossed(service, owner.userId, work, () =>
        concludePassword(service, owner, NEW_PASSWORD),
      ),
    ).toBe('sign-in-refused')
    expect(await signsIn(owner.email, NEW_PASSWORD)).toBe('ok')
    // Without the entry of the change nothing tells that the old one was compared (control).
    const other = await newPatient(service)
    const late = () => provider().setPassword(other.userId, NEW_PASSWORD, 'x')
    expect(await crossed(service, other.userId, () => signsIn(other.email, PASSWORD), late)).toBe(
      'ok',
    )
  })

  it('AUTH-06 a code that was mailed before it opens no session', async () => {
    const owner = await newPatient(service)
    const browser = service.visitor('198.51.100.31')
    await ask(browser, owner.email)
    const code = await waitForCode(service, owner.email)
    const work = async () => reasonOf(await enter(browser, owner.email, code))
    expect(
      await crossed(service, owner.userId, work, () =>
        concludePassword(service, owner, NEW_PASSWORD),
      ),
    ).toBe('code-refused')
    expect((await browser.call(getSession)).body).toEqual({ session: null })
  })

  it.each([
    [
      'another new password',
      changePassword,
      { old_password: PASSWORD, password: 'of-an-attacker' },
    ],
    ['a change of address', askEmailChange, { email: 'attacker@example.org', password: PASSWORD }],
  ] as const)('AUTH-13 %s of an ended session is not begun', async (_, endpoint, input) => {
    const owner = await newPatient(service)
    const endIt = () =>
      query('update app.sessions set ended_at = app.clock_now() where user_id = $1', [owner.userId])
    const work = async () => (await owner.visitor.call(endpoint as never, input as never)).status
    expect(await crossed(service, owner.userId, work, endIt)).toBe(401)
    const { rows } = await query('select from app.account_changes where user_id = $1', [
      owner.userId,
    ])
    expect(rows).toEqual([])
  })
})

it('AUTH-13 a change of address that is replaced while its button is pressed changes nothing', async () => {
  const owner = await newPatient(service)
  const { next, press } = await attackerAsks(owner)
  const replace = () =>
    query(
      `update app.account_changes set state = 'replaced', ended_at = app.clock_now() where new_email = $1`,
      [next],
    )
  expect(reasonOf(await crossed(service, owner.userId, press, replace))).toBe('link-invalid')
  expect((await provider().findAccount(owner.userId))?.email).toBe(owner.email)
})

describe('a provider that makes a change after it was given up', () => {
  it('AUTH-13 the new password is found at the next sign-in: other sessions end, and a mail says so', async () => {
    const owner = await newPatient(service)
    const { rows } = await query<{ change_id: string }>(
      `insert into app.account_changes (change_id, kind, user_id, email, state, asked_at, ended_at)
       values (gen_random_uuid(), 'password', $1, $2, 'refused', app.clock_now(), app.clock_now()) returning change_id`,
      [owner.userId, owner.email],
    )
    await provider().setPassword(owner.userId, NEW_PASSWORD, rows[0]?.change_id ?? '')
    expect((await owner.visitor.call(listSessions)).status).toBe(200)
    expect(await signsIn(owner.email, NEW_PASSWORD)).toBe('ok')
    expect((await owner.visitor.call(listSessions)).status).toBe(401)
    await service.mailsSettled()
    const subjects = (await service.mailsTo(owner.email)).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringContaining('was changed'))
  })

  it('AUTH-13 an address that is not the account’s is put right, and a code that was mailed there opens nothing', async () => {
    const owner = await newPatient(service)
    const { next, attacker } = await attackerAsks(owner)
    await changeWithOld(owner)
    await provider().setEmail(owner.userId, next)
    await ask(attacker, next)
    expect(reasonOf(await enter(attacker, next, await waitForCode(service, next)))).toBe(
      'code-refused',
    )
    expect((await provider().findAccount(owner.userId))?.email).toBe(owner.email)
    expect(await signsIn(owner.email, NEW_PASSWORD)).toBe('ok')
  })
})
