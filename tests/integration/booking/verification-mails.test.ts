import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import { ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import { verifyProfileEmail } from '#account/server/database/email-verifications.ts'
import { profilesService } from '#account/server/profiles.ts'
import { verificationService } from '#account/server/verification.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { CONTEXT, callerOf, sealer } from './booking-setup.ts'
import { mailSetup, NOW } from './mail-setup.ts'
import { runAll } from './outbox.ts'

const mails = mailSetup()
const { booking, jobDeps } = mails

const PROFILE = {
  first_name: 'Arthur',
  last_name: 'Pendle',
  gender: GENDERS[0],
  date_of_birth: '1960-02-03',
  ethnicity: ETHNICITIES[0],
  phone: '01206 555 0100',
  home_address: '1 High Street, Colchester, CO1 1AA, England',
  occupation: undefined,
  billing_address: undefined,
  nhs_number: undefined,
}

describe('the verification mail', () => {
  const linkOf = (message: MailMessage | undefined) =>
    /https:\/\/halyard\.example\/verify-email\?token=([\w-]{43})\n/.exec(
      message?.text ?? '',
    )?.[1] ?? ''
  const hashOf = (token: string) => createHash('sha256').update(token).digest()

  it('AUTH-12 creates its token when it is sent, stores only the hash, accepts it once; a newer link replaces it', async () => {
    const deps = await jobDeps()
    const patient = await buildProfile(booking.services.database, { is_verified: false })
    await enqueueVerifyEmail(booking.services.database, patient, 'sign-up')
    await enqueueVerifyEmail(booking.services.database, patient, 'sign-up')
    expect(await runAll(deps)).toBe(1)
    const first = linkOf(mails.outbox.sent[0])
    const { rows } = await booking.services.database.query(
      `select expires_at - app.clock_now() > interval '6 days 23 hours' as week from app.email_verifications where token_hash = $1`,
      [hashOf(first)],
    )
    expect(rows).toEqual([{ week: true }])
    await enqueueVerifyEmail(booking.services.database, patient, 'again')
    await runAll(deps)
    const second = linkOf(mails.outbox.sent[1])
    expect(second).not.toBe(first)
    expect(await verifyProfileEmail(booking.services.database, hashOf(first))).toBe(false)
    expect(await verifyProfileEmail(booking.services.database, hashOf(second))).toBe(true)
    expect(await verifyProfileEmail(booking.services.database, hashOf(second))).toBe(false)
    await enqueueVerifyEmail(booking.services.database, patient, 'needless')
    await runAll(deps)
    expect(mails.outbox.sent).toHaveLength(2)
  })

  it('AUTH-12 an address gets at most ten verification mails a day, however it is signed up and by whom', async () => {
    const email = 'victim@example.org'
    const servicesOf = (at: string) => {
      const { database, clock } = booking.at(at)
      const limiter = createLimiter(database, (text) => sealer.lookup(text, 'limit'))
      const deps = { database, clock, sealer, limiter, nudgeJobs: () => {} }
      return { profiles: profilesService(deps), verification: verificationService(deps) }
    }
    const { most } = LIMITS.verificationMailPerAddress
    const { profiles, verification } = servicesOf(NOW)
    /** Signs the address up with a new account; an earlier profile of it is gone. */
    const signUp = async () => {
      await booking.services.database.query('delete from app.profiles where email = $1', [email])
      const account = { ...callerOf(0), email, profileId: null }
      const created = await profiles.create(PROFILE, account, CONTEXT)
      if (!created.ok) throw new Error(created.reason)
      return { ...account, profileId: created.value.userProfile.profileId }
    }
    const countMails = async () =>
      (await booking.services.database.query('select from app.jobs')).rows.length
    for (let n = 0; n < most - 1; n += 1) await signUp()
    const patient = await signUp()
    expect(await countMails()).toBe(most)
    const resent = await verification.resend({}, patient)
    expect(resent).toMatchObject({ ok: false, reason: 'too-many-requests' })
    const last = await signUp()
    expect(await countMails()).toBe(most)
    const nextDay = servicesOf('2027-06-02T09:00:10Z')
    expect((await nextDay.verification.resend({}, last)).ok).toBe(true)
    expect(await countMails()).toBe(most + 1)
  })
})
