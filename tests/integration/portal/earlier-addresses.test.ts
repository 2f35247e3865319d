import { describe, expect, it } from 'vitest'
import {
  askEmailChange,
  askPasswordReset,
  confirmEmailChange,
} from '#account/contract/account-changes.ts'
import { signIn } from '#account/contract/accounts.ts'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { createSubscription } from '#content/contract/subscriptions.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { eraseAddress } from '#portal/commands/erase-address.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'

const BY = { operator: 'Ada Quill', reason: 'asked by letter', apply: true }

const service = perFile(testService)

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  service.db.database.query<Row>(sql, values)

const deps = () => ({
  database: service.db.database,
  sealer: createSealer(service.env.keys),
  identity: accountGateway(service.env.supabase),
})

async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await allRows(service.db.database)
  return [...tables].filter(([, rows]) => foundIn(rows, texts).length > 0).map(([name]) => name)
}

const subscribe = (email: string) =>
  service.visitor().call(createSubscription, { email, name: 'Edwin', hear_about_event: true })

const confirmNews = (email: string) =>
  query('update app.subscriptions set confirmed_at = app.clock_now() where email = $1', [email])

const subscribed = async (addresses: readonly string[]) => {
  const { rows } = await query<{ email: string; confirmed: boolean }>(
    'select email, confirmed_at is not null as confirmed from app.subscriptions where email = any ($1)',
    [addresses],
  )
  return rows
}

/** A patient who subscribed and wrote, and then changed the address. */
async function movedPatient(
  isVerified: boolean,
  before: (next: string) => Promise<unknown> = async () => undefined,
) {
  const { visitor, email, profileId } = await signUpPatient(service)
  const next = newAddress('next')
  await query('update app.profiles set is_verified = $2 where profile_id = $1', [
    profileId,
    isVerified,
  ])
  await subscribe(email)
  await confirmNews(email)
  await before(next)
  const enquiry = {
    'first-name': 'Edwin',
    'last-name': 'Marlow',
    email: email.toUpperCase(),
    'phone-number': '01206 555 0100',
    message: 'A question.',
  }
  const asked = [
    await visitor.call(createEnquiry, enquiry),
    await visitor.call(askPasswordReset, { email }),
    await visitor.call(askEmailChange, { email: next, password: PASSWORD }),
  ]
  for (const { status, text } of asked) expect(status, text).toBeLessThan(300)
  await service.mailsSettled()
  const mails = await service.mailsTo(next)
  const link = mails.flatMap(
    ({ text }) => /confirm-email-change\?token=([\w-]{43})/.exec(text)?.[1] ?? [],
  )
  const token = link[0] ?? ''
  expect((await visitor.call(confirmEmailChange, { token })).status).toBe(200)
  return { visitor, email, next, profileId }
}

const enquiries = async () => (await query('select from app.enquiries')).rows.length

describe('after a change of address', () => {
  it('AUTH-13 the newsletter moves with a verified patient, and an erasure finds what the old address left', async () => {
    const { email, next, profileId } = await movedPatient(true)
    expect(await subscribed([email, next])).toEqual([{ email: next, confirmed: true }])
    expect(await enquiries()).toBe(1)
    const erased = await erasePatient(deps(), { profileId, ...BY })
    expect(erased).toMatchObject({ ok: true, rows: { enquiries: 1, subscriptions: 1 } })
    expect(await enquiries()).toBe(0)
    expect(await tablesWith([email, next])).toEqual([])
  })

  it('AUTH-13 what belongs to an address that was never verified stays with its owner', async () => {
    const { email, next, profileId } = await movedPatient(false)
    expect(await subscribed([email, next])).toEqual([{ email, confirmed: true }])
    const erased = await erasePatient(deps(), { profileId, ...BY })
    expect(erased).toMatchObject({ ok: true, rows: { enquiries: 0, subscriptions: 0 } })
    expect(await subscribed([email])).toHaveLength(1)
    expect(await enquiries()).toBe(1)
  })

  it.each([
    ['confirmed', true],
    ['not confirmed', false],
  ])(
    'AUTH-13 one subscription is left when the new address has one that is %s',
    async (_, ready) => {
      const { email, next } = await movedPatient(true, async (address) => {
        await subscribe(address)
        if (ready) await confirmNews(address)
      })
      expect(await subscribed([email, next])).toEqual([{ email: next, confirmed: true }])
    },
  )

  it('OPS-05 the erasure of the old address leaves the patient and their account', async () => {
    const { email, next } = await movedPatient(true)
    const erased = await eraseAddress(deps(), { email, ...BY })
    expect(erased).toMatchObject({ ok: true, rows: { accounts: 0, enquiries: 1 } })
    // The provider's own record of the account is the patient's.
    const tables = await tablesWith([email])
    expect(tables.filter((table) => !table.startsWith('auth.'))).toEqual([])
    const answer = await service.visitor().call(signIn, { email: next, password: PASSWORD })
    expect(answer.status).toBe(200)
  })
})
