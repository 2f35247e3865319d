import { describe, expect, it } from 'vitest'
import { getSession, signIn, signUp } from '#account/contract/accounts.ts'
import {
  checkProfile,
  createProfile,
  getProfile,
  updateProfile,
} from '#account/contract/profiles.ts'
import { bornYearsAgo, newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { BORN, profileInput, signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'

const service = perFile(testService)

describe('sign-up', () => {
  it('AUTH-04 API-02 creates an account and a profile and reads the profile back', async () => {
    const visitor = service.visitor()
    const email = newAddress('new')
    const details = { firstName: 'Edwin', lastName: 'Marlow', dateOfBirth: BORN }
    const before = await visitor.call(checkProfile, { email, ...details })
    expect(before.body).toEqual({ exists: false, message: '' })

    const account = await visitor.call(signUp, { email, password: PASSWORD })
    expect(account.status).toBe(201)
    expect(account.body).toMatchObject({ email, profile: null })
    const profile = await visitor.call(createProfile, profileInput({ email }))
    expect(profile.status).toBe(201)
    expect(profile.body['status']).toBe('success')

    const fetched = await visitor.call(getProfile, { email })
    expect(fetched.body['userProfile']).toMatchObject({ email, first_name: 'Edwin' })
    const after = await visitor.call(checkProfile, { email, ...details })
    expect(after.body).toEqual({
      exists: true,
      message: 'A profile already exists for these details.',
    })
  })

  it('API-02 reports an existing profile only when address, both names and birth date match', async () => {
    const { visitor, email } = await signUpPatient(service)
    const all = { email, firstName: 'Edwin', lastName: 'Marlow', dateOfBirth: BORN }
    const wrong = [{ firstName: 'Edward' }, { lastName: 'Barlow' }, { dateOfBirth: '1960-01-01' }]
    for (const difference of wrong) {
      const answer = await visitor.call(checkProfile, { ...all, ...difference })
      expect(answer.body['exists']).toBe(false)
    }
    const same = await visitor.call(checkProfile, { ...all, firstName: 'EDWIN' })
    expect(same.body['exists']).toBe(true)
  })

  it.each([
    ['Zoë', 'Ångström', 'ZOË', 'ångström'],
    ['Zoe\u0308', 'O’Brien', 'zoë', "O'BRIEN"],
    ['Łukasz', 'Öztürk', 'łUKASZ', 'ÖZTÜRK'],
    ['Ravi', '-', 'RAVI', '.'],
  ])(
    'AUTH-04 the profile of %s %s exists for %s %s too, and for no other name',
    async (first, last, typedFirst, typedLast) => {
      const { visitor, email } = await signUpPatient(service, {
        first_name: first,
        last_name: last,
      })
      const check = async (firstName: string, lastName: string) =>
        (await visitor.call(checkProfile, { email, firstName, lastName, dateOfBirth: BORN })).body[
          'exists'
        ]
      expect(await check(typedFirst, typedLast)).toBe(true)
      expect(await check(typedFirst, 'Barlow')).toBe(false)
      expect(await check('Edwin', typedLast)).toBe(false)
    },
  )

  it.each([
    ['jo&sue', 'JO&Sue'],
    ['smith#1', 'Smith#1'],
    ['jo=sue', 'jo=SUE'],
    ["o'neil+psa", "O'Neil+PSA"],
  ])('AUTH-02 %s@ is one account, however it is written', async (name, other) => {
    const domain = newAddress('x').split('@')[0]
    const stored = `${name}@xn--bcher-kva.${domain}.example`.toLowerCase()
    const { profile } = await signUpPatient(service, {}, stored)
    expect(profile.body['userProfile']).toMatchObject({ email: stored })
    const typed = ` ${other}@BÜCHER.${domain}.Example\u202c`
    const again = service.visitor()
    expect((await again.call(signIn, { email: typed, password: PASSWORD })).status).toBe(200)
    expect((await again.call(getProfile, { email: typed })).status).toBe(200)
    const taken = await service
      .visitor()
      .call(signUp, { email: typed, password: 'another-harbour' })
    expect(taken.body['error']).toBe('User already registered')
  })

  it('API-07 a new profile has the specified default values', async () => {
    const { profile } = await signUpPatient(service)
    expect(profile.body['userProfile']).toMatchObject({
      ni_number: null,
      nhs_gp_email: null,
      nhs_gp_phone_number: null,
      is_verified: false,
      is_active: true,
      billing_address: null,
      nhs_number: null,
    })
  })

  it('AUTH-04 shows the provider’s message for a taken address and creates no second account', async () => {
    const { email } = await signUpPatient(service)
    const stranger = service.visitor()
    for (const password of [PASSWORD, 'some-other-password']) {
      const answer = await stranger.call(signUp, { email, password })
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({
        error: 'User already registered',
        reason: 'sign-up-refused',
      })
    }
    expect(stranger.cookies.size).toBe(0)
  })

  it('AUTH-04 resumes an account without a profile only with the same address and password', async () => {
    const email = newAddress('half')
    await service.visitor().call(signUp, { email, password: PASSWORD })

    const stranger = service.visitor()
    const wrong = await stranger.call(signUp, { email, password: 'not-the-password' })
    expect(wrong.status).toBe(422)
    expect(stranger.cookies.size).toBe(0)

    const visitor = service.visitor()
    const resumed = await visitor.call(signUp, { email, password: PASSWORD })
    expect(resumed.status).toBe(201)
    expect((await visitor.call(createProfile, profileInput({ email }))).status).toBe(201)
  })

  it('AUTH-02 trims the address and converts it to lower case', async () => {
    const visitor = service.visitor()
    const email = newAddress('case')
    const answer = await visitor.call(signUp, {
      email: `  ${email.toUpperCase()} `,
      password: PASSWORD,
    })
    expect(answer.body['email']).toBe(email)
  })

  it.each([
    [{ date_of_birth: bornYearsAgo(30) }, 'date_of_birth', /between 40 and 80/],
    [{ date_of_birth: bornYearsAgo(85) }, 'date_of_birth', /between 40 and 80/],
    [{ date_of_birth: '2999-01-01' }, 'date_of_birth', /cannot be later than today/],
    [{ date_of_birth: '1960-02-30' }, 'date_of_birth', /real date/],
    [{ nhs_number: '1234567890' }, 'nhs_number', /valid 10-digit NHS number/],
    [{ gender: 'Captain' }, 'gender', /gender/],
    [{ ethnicity: '' }, 'ethnicity', /ethnicity/],
    [{ first_name: '   ' }, 'first_name', /first name/],
    [{ phone: 'none' }, 'phone', /phone number/],
  ])(
    'AUTH-02 API-06 refuses %j, names the field and stores nothing',
    async (changes, field, message) => {
      const visitor = service.visitor()
      const email = newAddress('wrong')
      await visitor.call(signUp, { email, password: PASSWORD })
      const answer = await visitor.call(createProfile, profileInput({ email, ...changes }))
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body['fields'] as object)).toEqual([field])
      expect((answer.body['fields'] as Record<string, string>)[field]).toMatch(message)
      expect((await visitor.call(getProfile, { email })).status).toBe(404)
    },
  )

  it('API-08 refuses a profile for another account and records it in the audit log', async () => {
    const visitor = service.visitor()
    const email = newAddress('mine')
    await visitor.call(signUp, { email, password: PASSWORD })
    const { email: foreign } = await signUpPatient(service)
    for (const more of [{ email: foreign }, { user_id: '5f2c57ad-0f1c-4a4c-9f7c-8a4a5f1d0001' }]) {
      const answer = await visitor.call(createProfile, profileInput({ email, ...more }))
      expect(answer.status).toBe(403)
    }
    const { rows } = await service.db.database.query(
      `select action from app.audit_log where action = 'foreign-access-refused'`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
  })
})

describe('reading and updating a profile', () => {
  it('API-08 answers 403 for another user’s address and 401 when signed out', async () => {
    const { email } = await signUpPatient(service)
    const { visitor } = await signUpPatient(service)
    expect((await visitor.call(getProfile, { email })).status).toBe(403)
    expect((await visitor.call(updateProfile, { email, occupation: 'Spy' })).status).toBe(403)
    expect((await service.visitor().call(getProfile, { email })).status).toBe(401)
  })

  it('PORT-03 a partial update changes only what was sent', async () => {
    const { visitor, email } = await signUpPatient(service)
    const answer = await visitor.call(updateProfile, { email, nhs_number: '999 000 0018' })
    expect(answer.status).toBe(200)
    expect(answer.body['userProfile']).toMatchObject({
      nhs_number: '9990000018',
      first_name: 'Edwin',
      phone: '+447700900123',
    })
  })

  it('PORT-03 refuses invalid values, names the field and saves nothing', async () => {
    const { visitor, email } = await signUpPatient(service)
    const answer = await visitor.call(updateProfile, {
      email,
      first_name: 'Edgar',
      nhs_number: '12345',
    })
    expect(answer.status).toBe(400)
    expect(answer.body['fields']).toHaveProperty('nhs_number')
    const after = await visitor.call(getProfile, { email })
    expect(after.body['userProfile']).toMatchObject({ first_name: 'Edwin', nhs_number: null })
  })
})

describe('the session', () => {
  it('AUTH-10 is null for a visitor who is not signed in', async () => {
    expect((await service.visitor().call(getSession)).body).toEqual({ session: null })
  })

  it('AUTH-01 sign-in shows the provider’s own message and no provider tokens', async () => {
    const { email } = await signUpPatient(service)
    const visitor = service.visitor()
    const wrong = await visitor.call(signIn, { email, password: 'wrong-one' })
    expect(wrong.status).toBe(400)
    expect(wrong.body['error']).toBe('Invalid login credentials')
    const right = await visitor.call(signIn, { email, password: PASSWORD })
    expect(right.status).toBe(200)
    expect(JSON.stringify(right.body)).not.toMatch(/access_token|refresh_token/)
    const session = await visitor.call(getSession)
    expect(session.body['session']).toMatchObject({ email })
  })
})
