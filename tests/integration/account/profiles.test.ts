import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getSession, listSessions, signIn } from '#account/contract/accounts.ts'
import { createProfile, getProfile, updateProfile } from '#account/contract/profiles.ts'
import { createHold } from '#booking/contract/holds.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { profileInput, signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'

const NUMBER = '9434765919'

const service = perFile(testService)

const setActive = (email: string, isActive: boolean) =>
  service.db.database.query('update app.profiles set is_active = $2 where email = $1', [
    email,
    isActive,
  ])

describe('POST /auth/profile repeated after a lost answer', () => {
  it('API-02 answers the same profile and sends one verification mail', async () => {
    const details = { nhs_number: NUMBER, occupation: null }
    const { visitor, email, profile } = await signUpPatient(service, details)
    const repeats = await Promise.all(
      [1, 2, 3].map(() => visitor.call(createProfile, profileInput({ email, ...details }))),
    )
    for (const again of repeats) {
      expect(again.status).toBe(201)
      expect(again.body).toEqual(profile.body)
    }
    const { rows } = await service.db.database.query(
      `select 1 from app.jobs where payload ->> 'profile_id' = $1::text`,
      [(profile.body['userProfile'] as { profileId: number }).profileId],
    )
    expect(rows).toHaveLength(1)
  })

  it.each([
    { nhs_number: '9990000018' },
    { nhs_number: '' },
    { first_name: 'Edgar' },
    { occupation: 'Sailor' },
    { date_of_birth: '1961-02-03' },
  ])('API-02 with other details %j it is refused and changes nothing', async (other) => {
    const { visitor, email, profile } = await signUpPatient(service, { nhs_number: NUMBER })
    const answer = await visitor.call(
      createProfile,
      profileInput({ email, nhs_number: NUMBER, ...other }),
    )
    expect([answer.status, answer.body['reason']]).toEqual([409, 'profile-exists'])
    const stored = await visitor.call(getProfile, { email })
    expect(stored.body['userProfile']).toEqual(profile.body['userProfile'])
  })
})

describe('an NHS number', () => {
  it.each(['94347659190', '943 476 59199', '9434765919 0', '00000009434765919'])(
    'NHS-02 %s is refused, never cut to ten digits',
    async (nhs_number) => {
      const { visitor, email } = await signUpPatient(service)
      const changed = await visitor.call(updateProfile, { email, nhs_number })
      expect(changed.status).toBe(400)
      expect(changed.body['fields']).toHaveProperty('nhs_number')
      const stored = await visitor.call(getProfile, { email })
      expect(stored.body['userProfile']).toMatchObject({ nhs_number: null })
    },
  )

  it.each(['943 476 5919', '943-476-5919', ' 9434765919 ', '943\u00a0476\u00a05919'])(
    'NHS-02 %j is stored as ten digits',
    async (nhs_number) => {
      const { visitor, email } = await signUpPatient(service)
      const changed = await visitor.call(updateProfile, { email, nhs_number })
      expect(changed.body['userProfile']).toMatchObject({ nhs_number: NUMBER })
    },
  )
})

describe('a profile whose key is gone', () => {
  it('AUTH-17 still signs in, reads and changes its details; only the NHS number is unavailable', async () => {
    const { email } = await signUpPatient(service, { nhs_number: NUMBER })
    const rotated = await service.another({ DATA_KEYS: `k2:${randomBytes(32).toString('base64')}` })
    const visitor = rotated.visitor()
    const unavailable = { nhs_number: null, nhs_number_unavailable: true, first_name: 'Edwin' }
    const signedIn = await visitor.call(signIn, { email, password: PASSWORD })
    expect(signedIn.status).toBe(200)
    expect(signedIn.body['profile']).toMatchObject(unavailable)
    expect((await visitor.call(getSession)).body['session']).toMatchObject({ profile: unavailable })
    const read = await visitor.call(getProfile, { email })
    expect(read.body['userProfile']).toMatchObject(unavailable)
    const changed = await visitor.call(updateProfile, { email, occupation: 'Sailor' })
    expect(changed.body['userProfile']).toMatchObject({ ...unavailable, occupation: 'Sailor' })
    // The stored number was not touched: the former key opens it again.
    const former = service.visitor()
    const again = await former.call(signIn, { email, password: PASSWORD })
    expect(again.body['profile']).toMatchObject({
      nhs_number: NUMBER,
      nhs_number_unavailable: false,
    })
    // A number that is entered again replaces it.
    const entered = await visitor.call(updateProfile, { email, nhs_number: '9990000018' })
    expect(entered.body['userProfile']).toMatchObject({
      nhs_number: '9990000018',
      nhs_number_unavailable: false,
    })
  })

  it('AUTH-17 a repeated POST is compared without decrypting', async () => {
    const { email } = await signUpPatient(service, { nhs_number: NUMBER })
    const rotated = await service.another({ DATA_KEYS: `k2:${randomBytes(32).toString('base64')}` })
    const visitor = rotated.visitor()
    await visitor.call(signIn, { email, password: PASSWORD })
    const again = await visitor.call(createProfile, profileInput({ email, nhs_number: NUMBER }))
    expect(again.status).toBe(201)
  })
})

describe('an inactive profile', () => {
  it('AUTH-16 ends its sessions, cannot sign in, hold or read, and is told to call', async () => {
    const { visitor, email } = await signUpPatient(service)
    const hold = { event_id: 1, appt_date: '2030-01-01', appt_time: '09:00' }
    const holdNow = () =>
      visitor.call(createHold, { ...hold, idempotency_key: `key-${email.length}-one` })
    expect((await holdNow()).status).toBe(404)
    await setActive(email, false)
    expect((await holdNow()).status).toBe(401)
    expect((await visitor.call(getProfile, { email })).status).toBe(401)
    expect((await visitor.call(listSessions)).status).toBe(401)
    expect((await visitor.call(getSession)).body).toEqual({ session: null })

    const refused = await service.visitor().call(signIn, { email, password: PASSWORD })
    expect([refused.status, refused.body['reason']]).toEqual([403, 'account-inactive'])
    expect(refused.body['error']).toBe(
      'Your account is not active. Please call our booking helpline.',
    )
    // Only the correct password is told so.
    const guessed = await service.visitor().call(signIn, { email, password: 'wrong-one' })
    expect(guessed.body['error']).toBe('Invalid login credentials')

    await setActive(email, true)
    expect((await service.visitor().call(signIn, { email, password: PASSWORD })).status).toBe(200)
  })

  it('AUTH-16 an account without a profile is not inactive', async () => {
    const visitor = service.visitor()
    const email = newAddress()
    await visitor.send('POST', '/auth/sign-up', {
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect((await service.visitor().call(signIn, { email, password: PASSWORD })).status).toBe(200)
  })
})
