import { describe, expect, it } from 'vitest'
import { listSessions, signIn, signUp } from '#account/contract/accounts.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { closeAccount } from '#portal/contract/own-data.ts'
import { finishClosing } from '#portal/server/closing.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { allRows } from '#tests/integration/encryption/plaintext-search.ts'
import {
  close,
  closeWithoutJob,
  closingJob,
  closingTestService,
  createPatient,
  deps,
  LAST_MAIL,
  PASSWORD,
  query,
  subjects,
  tablesWith,
  withClosingService,
} from '#tests/integration/portal/closing-setup.ts'

withClosingService()

describe('a closing that fails', () => {
  it('PORT-05 a wrong password, a silent provider or a failing database change nothing; guesses are limited', async () => {
    const patient = await createPatient('guarded')
    await closingTestService().mailsSettled()
    const state = async () => {
      const tables = await allRows(closingTestService().db.database)
      for (const name of ['app.rate_limits', 'app.sessions']) tables.delete(name)
      for (const name of tables.keys()) if (name.startsWith('auth.')) tables.delete(name)
      // The silent provider may have opened a session, which a job ends.
      const jobs = tables.get('app.jobs')?.split('\n') ?? []
      tables.set(
        'app.jobs',
        jobs.filter((row) => !row.includes('end-provider-sessions')).join('\n'),
      )
      return tables
    }
    const before = await state()
    const wrong = await close(patient, 'not-the-password')
    expect([wrong.status, wrong.body['reason']]).toEqual([400, 'wrong-password'])
    const dead = await closingTestService().another({ SUPABASE_URL: 'http://127.0.0.1:9' })
    const elsewhere = dead.visitor()
    for (const [name, value] of patient.visitor.cookies) elsewhere.cookies.set(name, value)
    expect((await elsewhere.call(closeAccount, { password: PASSWORD })).status).toBe(503)
    await dead.close()
    await query(
      "alter table app.jobs add constraint no_closing check (kind <> 'close-account') not valid",
    )
    expect((await close(patient)).status).toBe(500)
    await query('alter table app.jobs drop constraint no_closing')
    expect(await state()).toEqual(before)

    let status = 400
    for (let tries = 0; status === 400 && tries < 20; tries += 1) {
      status = (await close(patient, 'not-the-password')).status
    }
    expect(status).toBe(429)
    // Limited, even with the right one: concurrent guesses count too.
    expect((await close(patient)).status).toBe(429)
  })

  it('PORT-05 while the provider still has the account, no sign-in, sign-up or session of it works; a job finishes it', async () => {
    const patient = await createPatient('between')
    const { email, userId, profileId } = patient
    const mails = (await closingTestService().mailsTo(email)).length
    await closeWithoutJob(profileId)
    const raced = closingTestService().visitor()
    const secret = await openSession(closingTestService().db.database, {
      userId,
      email,
      device: 'Test',
    })
    raced.cookies.set(sessionCookieName(SITE_URL), secret)
    expect((await raced.call(listSessions)).status).toBe(401)
    const account = { email, password: PASSWORD }
    const signedIn = await closingTestService().visitor().call(signIn, account)
    expect([signedIn.status, signedIn.body['reason']]).toEqual([403, 'account-inactive'])
    const signedUp = await closingTestService().visitor().call(signUp, account)
    expect(signedUp.body['reason']).toBe('sign-up-refused')

    const job = await closingJob(userId)
    const { database } = closingTestService().db
    const refusing = { deleteAccount: () => Promise.resolve(false) }
    await expect(finishClosing(job, { database, identity: refusing })).rejects.toThrow()
    expect(await closingTestService().mailsTo(email)).toHaveLength(mails)
    // The process dies after the provider's deletion: the next attempt finds an unknown account.
    await deps().identity.deleteAccount(userId)
    await finishClosing(job, deps())
    await finishClosing(job, deps())
    expect(await subjects(email, mails + 1)).toContain(LAST_MAIL)
    await closingTestService().mailsSettled()
    await finishClosing(job, deps())
    expect(await tablesWith([email])).toEqual([])
    await database.query("update app.jobs set done_at = now() where kind = 'close-account'")
    expect((await closingTestService().visitor().call(signIn, account)).status).toBe(400)
  })

  it('PORT-05 control: without the row in account_closings the provider’s account opens a new session', async () => {
    const patient = await createPatient('unguarded')
    await closeWithoutJob(patient.profileId)
    const { database } = closingTestService().db
    await database.query('delete from app.account_closings where user_id = $1', [patient.userId])
    const account = { email: patient.email, password: PASSWORD }
    expect((await closingTestService().visitor().call(signIn, account)).status).toBe(200)
    await database.query("delete from app.jobs where kind = 'close-account' and done_at is null")
  })

  it('PORT-05 two closings at once end in one', async () => {
    const patient = await createPatient('double')
    const answers = await Promise.all([close(patient), close(patient)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    await closingTestService().mailsSettled()
    const last = await closingTestService().mailsTo(patient.email)
    expect(last.filter(({ subject }) => subject === LAST_MAIL)).toHaveLength(1)
  })
})
