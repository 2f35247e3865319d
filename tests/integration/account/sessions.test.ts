import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  endSession,
  extendSession,
  getSession,
  listSessions,
  resendVerification,
  signIn,
  signOut,
  verifyEmail,
} from '#account/contract/accounts.ts'
import { getProfile } from '#account/contract/profiles.ts'
import { DEVICE_COOKIE } from '#core/rules/cookie-names.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'

const service = perFile(testService)

/** Moves a time of the sessions of `email` back by `interval`, as if that much time had passed. */
const moveBack = (email: string, column: string, interval: string) =>
  service.db.database.query(
    `update app.sessions set ${column} = ${column} - $2::interval where email = $1`,
    [email, interval],
  )

describe('sessions', () => {
  it('AUTH-11 a session ends after 30 minutes without use; the next request clears both cookies', async () => {
    const { visitor, email } = await signUpPatient(service)
    await moveBack(email, 'last_used_at', '29 minutes')
    expect((await visitor.call(getProfile, { email })).status).toBe(200)
    await moveBack(email, 'last_used_at', '31 minutes')
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
    expect([...visitor.cookies.keys()]).toEqual([DEVICE_COOKIE])
  })

  it('AUTH-11 use extends a session; reading it does not', async () => {
    const { visitor, email } = await signUpPatient(service)
    await moveBack(email, 'last_used_at', '20 minutes')
    await visitor.call(extendSession)
    await moveBack(email, 'last_used_at', '20 minutes')
    const read = await visitor.call(getSession)
    expect(read.body['session']).not.toBeNull()
    await moveBack(email, 'last_used_at', '11 minutes')
    expect((await visitor.call(getSession)).body['session']).toBeNull()
  })

  it('AUTH-11 a session ends after 12 hours, even when used', async () => {
    const { visitor, email } = await signUpPatient(service)
    await moveBack(email, 'absolute_end_at', '12 hours')
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
  })

  it('AUTH-11 a user lists their own sessions and ends one on another device', async () => {
    const { visitor, email } = await signUpPatient(service)
    const elsewhere = service.visitor()
    await elsewhere.call(signIn, { email, password: PASSWORD })
    const listed = await visitor.call(listSessions)
    const sessions = listed.body['sessions'] as { session_id: string; current: boolean }[]
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    const other = sessions.find(({ current }) => !current)
    await visitor.call(endSession, { session_id: other?.session_id })
    expect((await elsewhere.call(getProfile, { email })).status).toBe(401)
    expect((await visitor.call(getProfile, { email })).status).toBe(200)
  })

  it('AUTH-11 signing in again in the same browser ends the session it replaces', async () => {
    const { visitor, email } = await signUpPatient(service)
    await visitor.call(signIn, { email, password: PASSWORD })
    const listed = await visitor.call(listSessions)
    expect(listed.body['sessions']).toHaveLength(1)
  })

  it('AUTH-11 API-08 a user cannot end another user’s session; the attempt is recorded', async () => {
    const { visitor: owner, email } = await signUpPatient(service)
    const { visitor: other } = await signUpPatient(service)
    const listed = await owner.call(listSessions)
    const [session] = listed.body['sessions'] as { session_id: string }[]
    const attempt = await other.call(endSession, { session_id: session?.session_id })
    expect([attempt.status, attempt.body['reason']]).toEqual([403, 'forbidden'])
    expect((await owner.call(getProfile, { email })).status).toBe(200)
    const { rows } = await service.db.database.query(
      `select action from app.audit_log where subject = 'session:' || $1::text`,
      [session?.session_id],
    )
    expect(rows).toEqual([{ action: 'foreign-access-refused' }])
    const own = await owner.call(endSession, { session_id: session?.session_id })
    const again = await other.call(endSession, { session_id: crypto.randomUUID() })
    expect([own.status, again.status]).toEqual([200, 200])
  })

  it('AUTH-07 sign-out ends the session at once and also succeeds without a session', async () => {
    const { visitor, email } = await signUpPatient(service)
    const secret = visitor.cookies.get('halyard_session') ?? ''
    expect((await visitor.call(signOut)).status).toBe(200)
    expect([...visitor.cookies.keys()]).toEqual([DEVICE_COOKIE])
    visitor.cookies.set('halyard_session', secret)
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
    expect((await service.visitor().call(signOut)).status).toBe(200)
  })

  it('AUTH-07 stores only the hash of a session secret', async () => {
    const { visitor } = await signUpPatient(service)
    const secret = visitor.cookies.get('halyard_session') ?? ''
    const { rows } = await service.db.database.query<{ text: string; secret_hash: Buffer }>(
      'select s::text as text, secret_hash from app.sessions s',
    )
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false)
    const hash = createHash('sha256').update(secret).digest('hex')
    expect(rows.some(({ secret_hash }) => secret_hash.toString('hex') === hash)).toBe(true)
  })
})

describe('the Origin header of a change', () => {
  it.each(['https://elsewhere.example', 'null', undefined])('refuses Origin %s', async (origin) => {
    const { visitor, email } = await signUpPatient(service)
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const answer = await service.wiring.api.fetch(
      new Request(`${SITE_URL}/auth/sign-out`, {
        method: 'POST',
        body: '{}',
        headers: {
          ...headers,
          ...(origin === undefined ? {} : { origin }),
          cookie: `halyard_session=${visitor.cookies.get('halyard_session')}`,
        },
      }),
      { network: '127.0.0.1' },
    )
    expect(answer.status).toBe(403)
    expect((await visitor.call(getProfile, { email })).status).toBe(200)
  })
})

/** The tokens of the `count` verification links that were mailed to `address`. */
async function verificationLinks(address: string, count: number): Promise<string[]> {
  const mails = await service.waitForMails(address, count)
  return mails.map(({ text }) => /verify-email\?token=([\w-]{43})/.exec(text)?.[1] ?? '')
}

describe('the verification link', () => {
  it('AUTH-12 a resent link verifies the address; an unknown token is refused', async () => {
    const { visitor, email } = await signUpPatient(service)
    const [token = ''] = await verificationLinks(email, 1)
    expect(token).toHaveLength(43)

    const otherBrowser = service.visitor()
    expect((await otherBrowser.call(verifyEmail, { token: 'x'.repeat(43) })).status).toBe(410)
    const before = await visitor.call(getProfile, { email })
    expect(before.body['userProfile']).toMatchObject({ is_verified: false })

    await visitor.call(resendVerification)
    const [newest = ''] = await verificationLinks(email, 2)
    expect(newest).not.toBe(token)
    expect((await otherBrowser.call(verifyEmail, { token: newest })).status).toBe(200)
    const after = await visitor.call(getProfile, { email })
    expect(after.body['userProfile']).toMatchObject({ is_verified: true })
  })

  const profileRow = async (email: string) => {
    const { rows } = await service.db.database.query(
      'select is_verified, updated_at from app.profiles where email = $1',
      [email],
    )
    return rows[0]
  }

  it('AUTH-12 SITE-16 pressed again, also an older link, it says that the address is confirmed and changes nothing', async () => {
    const { visitor, email } = await signUpPatient(service)
    const [first = ''] = await verificationLinks(email, 1)
    await visitor.call(resendVerification)
    const [second = ''] = await verificationLinks(email, 2)
    // The older link was replaced, and the address is not confirmed yet.
    expect((await visitor.call(verifyEmail, { token: first })).status).toBe(410)
    expect((await visitor.call(verifyEmail, { token: second })).status).toBe(200)
    const before = await profileRow(email)
    for (const person of [visitor, service.visitor()]) {
      for (const token of [second, first, second]) {
        expect((await person.call(verifyEmail, { token })).status).toBe(200)
      }
    }
    await service.db.database.query(
      `update app.email_verifications set expires_at = expires_at - interval '30 days'`,
    )
    expect((await service.visitor().call(verifyEmail, { token: second })).status).toBe(200)
    expect(await profileRow(email)).toEqual(before)
    // An operator took the confirmation back: the used link does not give it again.
    await service.db.database.query(
      'update app.profiles set is_verified = false where email = $1',
      [email],
    )
    expect((await service.visitor().call(verifyEmail, { token: second })).status).toBe(410)
    expect(await profileRow(email)).toMatchObject({ is_verified: false })
  })

  it('AUTH-12 after it has expired it is refused, and the next one works', async () => {
    const { visitor, email } = await signUpPatient(service)
    const [token = ''] = await verificationLinks(email, 1)
    await service.db.database.query(
      `update app.email_verifications set expires_at = expires_at - interval '8 days'`,
    )
    expect((await visitor.call(verifyEmail, { token })).status).toBe(410)
    expect((await visitor.call(resendVerification)).status).toBe(200)
    const [next = ''] = await verificationLinks(email, 2)
    expect((await visitor.call(verifyEmail, { token: next })).status).toBe(200)
  })

  it('AUTH-12 sent again for a confirmed address: the owner reads that it is confirmed, and no mail is sent', async () => {
    const { visitor, email } = await signUpPatient(service)
    const [token = ''] = await verificationLinks(email, 1)
    await service.visitor().call(verifyEmail, { token })
    const again = await visitor.call(resendVerification)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      reason: 'already-confirmed',
      error: 'Your email is confirmed. You do not need another link.',
    })
    expect((await service.visitor().call(resendVerification)).status).toBe(401)
    await service.mailsSettled()
    expect(await service.mailsTo(email)).toHaveLength(1)
  })
})
