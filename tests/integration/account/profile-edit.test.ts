import { describe, expect, it } from 'vitest'
import { getProfile, updateProfile } from '#account/contract/profiles.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'

const service = perFile(testService)

async function patient(more: Record<string, unknown> = {}) {
  const { visitor, email, profileId } = await signUpPatient(service, more)
  const save = (change: Record<string, unknown>) =>
    visitor.call(updateProfile, { email, ...change })
  const read = async () =>
    (await visitor.call(getProfile, { email })).body['userProfile'] as Record<string, unknown>
  return { save, read, email, profileId }
}

const audited = async (profileId: number) => {
  const { rows } = await service.db.database.query(
    "select 1 from app.audit_log where action = 'profile-changed' and subject = $1",
    [`profile:${profileId}`],
  )
  return rows.length
}

describe('the version of the details', () => {
  it('PORT-03 of two saves from the same version one is stored, the other is refused and changes nothing', async () => {
    const { save, read, profileId } = await patient()
    expect((await read())['version']).toBe(1)
    const answers = await Promise.all([
      save({ version: 1, phone: '+447700900111' }),
      save({ version: 1, phone: '+447700900222' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won] = answers.filter(({ status }) => status === 200)
    const [lost] = answers.filter(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({
      reason: 'profile-changed',
      error: 'Your details have changed in the meantime. Please check them.',
    })
    expect(await read()).toEqual(won?.body['userProfile'])
    expect((await read())['version']).toBe(2)
    expect(await audited(profileId)).toBe(1)
  })

  it('PORT-03 a save that is repeated after a lost answer succeeds without a second change', async () => {
    const { save, read, profileId } = await patient()
    const change = { version: 1, phone: '+447700900111', nhs_number: '943 476 5919' }
    const first = await save(change)
    const again = await save(change)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await read())['version']).toBe(2)
    expect(await audited(profileId)).toBe(1)
  })

  it('PORT-03 counts changes of the details only, also those of an operator', async () => {
    const { save, read, email } = await patient({ nhs_number: '9434765919' })
    const { query } = service.db.database
    await query('update app.profiles set is_verified = true where email = $1', [email])
    await query(
      `select app.reseal('profiles', array[user_id::text], array[nhs_number_sealed], array['x'::bytea], 'k2', 'Ada Quill')
         from app.profiles where email = $1`,
      [email],
    )
    expect((await read())['version']).toBe(1)
    await save({ nhs_number: '9990000018' })
    expect((await read())['version']).toBe(2)
    await query("update app.profiles set phone = '01206 555 0100' where email = $1", [email])
    expect((await read())['version']).toBe(3)
    // Without a version, as from /check-nhs-number, the last save counts.
    expect((await save({ nhs_number: '9434765919' })).status).toBe(200)
  })

  it('PORT-03 the refusal comes from the version: without the comparison the second save overwrites the first', async () => {
    const { save, read, email } = await patient()
    await save({ version: 1, phone: '+447700900111' })
    await service.db.database.query('alter table app.profiles disable trigger profiles_version')
    const other = await patient()
    await other.save({ version: 1, phone: '+447700900111' })
    const second = await other.save({ version: 1, phone: '+447700900222' })
    await service.db.database.query('alter table app.profiles enable trigger profiles_version')
    expect(second.status).toBe(200)
    expect((await save({ version: 1, phone: '+447700900222' })).status).toBe(409)
    expect(await read()).toMatchObject({ email, phone: '+447700900111' })
  })
})

describe('a changed detail', () => {
  it('PORT-03 is refused when it is wrong, with every other change of the request; an old value left unchanged is not looked at', async () => {
    const { save, read, email } = await patient()
    await service.db.database.query(
      "update app.profiles set phone = 'ask my wife', gender = 'M', birth_date = '1900-01-01' where email = $1",
      [email],
    )
    const before = await read()
    const same = { phone: 'ask my wife', gender: 'M', date_of_birth: '1900-01-01' }
    const wrong = await save({ ...same, occupation: 'Sailor', ethnicity: 'Cornish' })
    expect([wrong.status, wrong.body['fields']]).toEqual([
      400,
      { ethnicity: 'Choose your ethnicity.' },
    ])
    expect(await read()).toEqual(before)
    expect((await save({ ...same, occupation: 'Sailor' })).status).toBe(200)
    const blank = await save({ billing_address: ' ', phone: '' })
    expect(Object.keys(blank.body['fields'] as object).sort()).toEqual(['billing_address', 'phone'])
  })
})
