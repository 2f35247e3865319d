import { describe, expect, it } from 'vitest'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { createProfile } from '#account/contract/profiles.ts'
import { STAFF_ACCOUNT } from '#core/texts/account-forms.ts'
import { PASSWORD } from '#tests/fixtures/new-person.ts'
import { profileInput, signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import {
  actorOf,
  administrator,
  BROWSER,
  codeOf,
  forgetStep,
  joined,
  newPerson,
  rowOf,
  STAFF_PASSWORD,
  secretOf,
  tokenTo,
} from '#tests/integration/staff/staff-setup.ts'

const service = perFile(() => testService())
const services = () => service.wiring.services
const setUp = (token: string, password = STAFF_PASSWORD) =>
  services().staffJoin.setUp({ token, password, network: BROWSER.network })
const enterPassword = (email: string, password = STAFF_PASSWORD) =>
  services().staffSignIn.signIn({ email, password }, BROWSER)
const find = (secret: string) => services().staffAccess.findSession(secret)

/** Signs in with the password and returns the session, which has no second factor yet. */
async function halfSession(email: string) {
  const entered = await enterPassword(email)
  if (!entered.ok) throw new Error(entered.reason)
  const session = await find(secretOf(service, entered.value))
  if (session === undefined) throw new Error('There is no session.')
  return session
}

const count = async (sql: string, values: unknown[] = []) =>
  Number((await service.db.database.query<{ n: string }>(sql, values)).rows[0]?.n)

describe('the invitation', () => {
  it('STF-04 works by its steps, once, and ends in an active account with password and second factor', async () => {
    const person = await joined(service)
    expect(await rowOf(service, person.email)).toMatchObject({ state: 'active' })
    expect(await find(person.secret)).toMatchObject({ name: person.name, roles: ['coordinator'] })
    expect(await setUp(person.token)).toMatchObject({ ok: false, reason: 'link-invalid' })
    const again = await services().staffJoin.confirm(
      { token: person.token, code: person.code },
      BROWSER,
    )
    expect(again).toMatchObject({ ok: false, reason: 'link-invalid' })
    expect(
      await count(
        `select count(*) as n from app.audit_log where subject = $1 and action in ('staff-invited', 'staff-joined')`,
        [`staff:${person.staffId}`],
      ),
    ).toBe(2)
  })

  it('STF-04 expires after 72 hours, ends when another is sent or it is withdrawn, and opens nothing before the first code', async () => {
    const by = actorOf(await administrator(service))
    const { staffTeam } = services()
    const person = newPerson()
    await staffTeam.invite(by, person)
    const first = await tokenTo(service, person.email)
    const { staff_id: staffId } = await rowOf(service, person.email)
    await staffTeam.resend(by, { staffId })
    const second = await tokenTo(service, person.email, 2)
    expect(await setUp(first)).toMatchObject({ ok: false, reason: 'link-invalid' })
    expect(await setUp(second)).toMatchObject({ ok: true })
    expect(await enterPassword(person.email)).toMatchObject({ ok: false, reason: 'not-joined' })
    await service.db.database.query(
      `update app.staff_invitations set expires_at = app.clock_now() where staff_id = $1`,
      [staffId],
    )
    expect(await setUp(second)).toMatchObject({ ok: false, reason: 'link-invalid' })
    await staffTeam.resend(by, { staffId })
    const third = await tokenTo(service, person.email, 3)
    expect(await staffTeam.withdraw(by, { staffId })).toBeUndefined()
    expect(await setUp(third)).toMatchObject({ ok: false, reason: 'link-invalid' })
    expect(await services().staffTeam.find(staffId)).toBeUndefined()
  })

  it('STF-04 to the address of a patient looks the same on screen, and only the mail to that address says so', async () => {
    const patient = await signUpPatient(service)
    const by = actorOf(await administrator(service))
    const before = (await service.waitForMails(patient.email, 1)).length
    const invited = await services().staffTeam.invite(by, { ...newPerson(), email: patient.email })
    expect(invited).toBeUndefined()
    const [mail] = await service.waitForMails(patient.email, before + 1)
    expect(mail?.subject).toContain('needs another email address')
    expect(mail?.text).not.toContain('/staff/join')
  })

  it('STF-04 of an address that signed up as a patient in the meantime changes nothing of theirs', async () => {
    const by = actorOf(await administrator(service))
    const person = newPerson()
    await services().staffTeam.invite(by, person)
    const token = await tokenTo(service, person.email)
    await signUpPatient(service, {}, person.email)
    expect(await setUp(token)).toMatchObject({ ok: false, reason: 'patient-address' })
    const visitor = service.visitor()
    const signedIn = await visitor.call(signIn, { email: person.email, password: PASSWORD })
    expect(signedIn.status).toBe(200)
  })

  it('STF-04 can be repeated after a process died between the provider and the database, with another password', async () => {
    const by = actorOf(await administrator(service))
    const person = newPerson()
    await services().staffTeam.invite(by, person)
    const token = await tokenTo(service, person.email)
    // The provider has the account, the database does not know of it.
    const orphan = service.visitor()
    await orphan.call(signUp, { email: person.email, password: 'another long password' })
    expect(await setUp(token)).toMatchObject({ ok: true })
    const { user_id: userId } = await rowOf(service, person.email)
    const confirmed = await services().staffJoin.confirm(
      { token, code: await codeOf(service, userId) },
      BROWSER,
    )
    expect(confirmed.ok).toBe(true)
    await forgetStep(service, userId)
    expect((await enterPassword(person.email)).ok).toBe(true)
    // The session of the unfinished sign-up opens nothing any more, and makes no profile.
    const profile = await orphan.call(createProfile, profileInput({ email: person.email }))
    expect(profile.status).toBe(401)
  })
})

describe('the sign-in', () => {
  it('STF-02 takes the password, then a code, each code once, also when two requests send it at the same time', async () => {
    const { email, userId } = await joined(service)
    await forgetStep(service, userId)
    const [one, two] = [await halfSession(email), await halfSession(email)]
    expect([one.factorAt, two.factorAt]).toEqual([null, null])
    const code = await codeOf(service, userId)
    const { staffSignIn } = services()
    const given = await Promise.all([one, two].map((half) => staffSignIn.giveCode(half, code)))
    expect(given.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(given.find(({ ok }) => !ok)).toMatchObject({ reason: 'used-code' })
    // The control: without the stored step the code works again.
    await forgetStep(service, userId)
    expect((await staffSignIn.giveCode(two, code)).ok).toBe(true)
    // The code before it is older than one that was accepted.
    const earlier = await staffSignIn.giveCode(one, await codeOf(service, userId, -1))
    expect(earlier).toMatchObject({ ok: false, reason: 'used-code' })
  })

  it('STF-02 accepts the codes of one step before and after, and no others', async () => {
    const { email, userId } = await joined(service)
    const accepted = []
    for (const steps of [-2, -1, 0, 1, 2]) {
      await forgetStep(service, userId)
      const half = await halfSession(email)
      const given = await services().staffSignIn.giveCode(
        half,
        await codeOf(service, userId, steps),
      )
      if (given.ok) accepted.push(steps)
    }
    expect(accepted).toEqual([-1, 0, 1])
  })

  it('STF-02 five wrong codes lock the factor for 15 minutes, also for the right code, and tell the administrators once', async () => {
    const { email, userId, by } = await joined(service)
    const half = await halfSession(email)
    const { staffSignIn } = services()
    const wrong = await Promise.all(
      Array.from({ length: 8 }, () => staffSignIn.giveCode(half, '000000')),
    )
    expect(wrong.filter((one) => !one.ok && one.reason === 'wrong-code')).toHaveLength(4)
    expect(wrong.filter((one) => !one.ok && one.reason === 'locked')).toHaveLength(4)
    await forgetStep(service, userId)
    const right = await staffSignIn.giveCode(half, await codeOf(service, userId))
    expect(right).toMatchObject({ ok: false, reason: 'locked' })
    const [mail] = await service.waitForMails(by.email, 1)
    expect(mail?.subject).toContain('Wrong codes')
    expect(mail?.text).not.toContain(email)
    await service.db.database.query(
      `update app.staff_factors set locked_until = app.clock_now() where user_id = $1`,
      [userId],
    )
    const later = await staffSignIn.giveCode(half, await codeOf(service, userId))
    expect(later.ok).toBe(true)
  })

  it('STF-02 a session without a code ends after ten minutes', async () => {
    const { email } = await joined(service)
    const entered = await enterPassword(email)
    if (!entered.ok) throw new Error(entered.reason)
    const secret = secretOf(service, entered.value)
    const age = (minutes: number) =>
      service.db.database.query(
        `update app.sessions set created_at = app.clock_now() - make_interval(mins => $2)
          where session_id = $1`,
        [half?.sessionId, minutes],
      )
    const half = await find(secret)
    expect(half?.factorAt).toBeNull()
    await age(9)
    expect(await find(secret)).toBeDefined()
    await age(10)
    expect(await find(secret)).toBeUndefined()
  })

  it('STF-01 refuses the right password of a patient in the words of a wrong one', async () => {
    const patient = await signUpPatient(service)
    const right = await enterPassword(patient.email, PASSWORD)
    const wrong = await enterPassword(patient.email, 'not the password')
    const unknown = await enterPassword('unknown@staff.example')
    expect(right).toEqual(wrong)
    expect(unknown).toEqual(wrong)
    expect(right).toMatchObject({ ok: false, reason: 'sign-in-refused' })
  })

  it('STF-08 a session ends after 30 minutes without use and after 12 hours in all', async () => {
    const { secret } = await joined(service)
    const session = await find(secret)
    const put = (column: string, value: string) =>
      service.db.database.query(
        `update app.sessions set ${column} = app.clock_now() ${value} where session_id = $1`,
        [session?.sessionId],
      )
    await put('last_used_at', `- interval '29 minutes'`)
    expect(await find(secret)).toBeDefined()
    await put('last_used_at', `- interval '30 minutes'`)
    expect(await find(secret)).toBeUndefined()
    await put('last_used_at', '')
    await put('absolute_end_at', `+ interval '1 minute'`)
    const ending = await find(secret)
    expect(ending && ending.endsAt.getTime() - services().staffSignIn.now().getTime()).toBeLessThan(
      61_000,
    )
    await put('absolute_end_at', '')
    expect(await find(secret)).toBeUndefined()
  })
})

describe('an account of staff in the portal', () => {
  it('STF-01 /login refuses it in words after the right password only', async () => {
    const { email } = await joined(service)
    const visitor = service.visitor()
    const wrong = await visitor.call(signIn, { email, password: 'not the password' })
    expect(wrong.body).toMatchObject({ reason: 'sign-in-refused' })
    const right = await visitor.call(signIn, { email, password: STAFF_PASSWORD })
    expect(right.status).toBe(403)
    expect(right.body).toMatchObject({ reason: 'staff-account', error: STAFF_ACCOUNT })
    expect(visitor.cookies.size).toBe(0)
  })

  it('STF-01 sign-up with its address stays neutral, also with the right password', async () => {
    const { email } = await joined(service)
    const patient = await signUpPatient(service)
    const visitor = service.visitor()
    const taken = await visitor.call(signUp, { email: patient.email, password: PASSWORD })
    for (const password of ['not the password', STAFF_PASSWORD]) {
      const refused = await visitor.call(signUp, { email, password })
      expect(refused.body).toEqual({ ...taken.body, request_id: expect.any(String) })
    }
    expect(visitor.cookies.size).toBe(0)
  })
})
