import { describe, expect, it } from 'vitest'
import {
  askEmailChange,
  askPasswordReset,
  changePassword,
} from '#account/contract/account-changes.ts'
import { signIn, signUp } from '#account/contract/accounts.ts'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { createSubscription } from '#content/contract/subscriptions.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { eraseAddress } from '#portal/commands/erase-address.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { PASSWORD as USUAL } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'

const BY = { operator: 'Ada Quill', reason: 'asked by letter' }
const PASSWORD = 'a-long-enough-password'

const service = perFile(testService)

const deps = () => ({
  database: service.db.database,
  sealer: createSealer(service.env.keys),
  identity: accountGateway(service.env.supabase),
})

/** Columns of addresses outside `profiles`; each has a row in the test of the erasure. */
const ADDRESS_COLUMNS = [
  'account_changes.email',
  'account_changes.new_email',
  'account_closings.email',
  'password_resets.email',
  'sessions.email',
  'subscriptions.email',
]

/** A visitor who wrote, subscribed, began to sign up, and asked for a new password. */
async function createStranger(email: string): Promise<void> {
  const visitor = service.visitor()
  const answers = [
    await visitor.call(signUp, { email, password: PASSWORD, display_name: 'Wenda Marsh' }),
    await visitor.call(createSubscription, { email, name: 'Wenda Marsh', hear_about_event: true }),
    await visitor.call(createEnquiry, {
      'first-name': 'Wenda',
      'last-name': 'Marsh',
      email: email.toUpperCase(),
      'phone-number': '01206 555 0100',
      message: 'A question.',
    }),
    await visitor.call(askPasswordReset, { email }),
    await visitor.call(changePassword, { old_password: PASSWORD, password: `${PASSWORD}-2` }),
  ]
  for (const { status, text } of answers) expect(status, text).toBeLessThan(300)
}

async function tablesWith(text: string): Promise<string[]> {
  const tables = await allRows(service.db.database)
  return [...tables].filter(([, rows]) => foundIn(rows, [text]).length > 0).map(([name]) => name)
}

describe('the erasure of an address without a patient', () => {
  it('OPS-05 counts first and changes nothing; applied, no table has a trace, and the account is gone', async () => {
    const email = 'stranger@example.org'
    await createStranger(email)
    await createStranger('other@example.org')
    // A patient who wants to have the address, and an earlier account with it that is being closed.
    const { visitor } = await signUpPatient(service)
    await visitor.call(askEmailChange, { email, password: USUAL })
    await service.mailsSettled()
    const { database } = service.db
    await database.query(
      'insert into app.account_closings (user_id, email, closed_at) values (gen_random_uuid(), $1, app.clock_now())',
      [email],
    )
    for (const column of ADDRESS_COLUMNS) {
      const [table = '', name = ''] = column.split('.')
      const { rows } = await database.query(`select from app.${table} where ${name} = $1`, [email])
      expect(rows, column).not.toEqual([])
    }
    const before = await allRows(service.db.database)
    const dry = await eraseAddress(deps(), { email, ...BY, apply: false })
    expect(await allRows(service.db.database)).toEqual(before)
    const done = await eraseAddress(deps(), {
      email: ` ${email.toUpperCase()} `,
      ...BY,
      apply: true,
    })
    expect(done).toEqual(dry)
    expect(done).toMatchObject({
      ok: true,
      unreadableEnquiries: 0,
      rows: {
        enquiries: 1,
        subscriptions: 1,
        sessions: 1,
        password_resets: 1,
        account_changes: 2,
        accounts: 1,
      },
    })
    expect(await tablesWith(email)).toEqual([])
    expect(
      (await service.visitor().call(signIn, { email, password: `${PASSWORD}-2` })).status,
    ).toBe(400)
    expect(await tablesWith('other@example.org')).toContain('app.subscriptions')
    const { rows } = await service.db.database.query(
      `select subject, operator, reason from app.audit_log where action = 'address-erased'`,
    )
    expect(rows).toEqual([{ subject: 'address', ...BY }])
  })

  it('OPS-05 names every column of an address outside the profiles and the staff', async () => {
    const { rows } = await service.db.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'app' and column_name like '%email%' and table_name not in ('events', 'products', 'profiles', 'staff') order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(ADDRESS_COLUMNS)
  })

  it('OPS-05 the address of a patient is refused', async () => {
    const email = 'patient@example.org'
    await buildProfile(service.db.database, { email })
    const before = await allRows(service.db.database)
    const outcome = await eraseAddress(deps(), { email, ...BY, apply: true })
    expect(outcome).toEqual({ ok: false, reason: 'is-patient' })
    expect(await allRows(service.db.database)).toEqual(before)
  })

  it('OPS-05 the address of a member of staff is refused', async () => {
    const { email } = await staffMember(service.db.database, ['coordinator'])
    const before = await allRows(service.db.database)
    const outcome = await eraseAddress(deps(), { email, ...BY, apply: true })
    expect(outcome).toEqual({ ok: false, reason: 'is-staff' })
    expect(await allRows(service.db.database)).toEqual(before)
  })

  it('OPS-05 nothing is deleted when the provider keeps the account', async () => {
    const email = 'kept@example.org'
    await createStranger(email)
    await service.mailsSettled()
    const before = await allRows(service.db.database)
    const identity = { deleteAccount: () => Promise.resolve(false) }
    const outcome = await eraseAddress({ ...deps(), identity }, { email, ...BY, apply: true })
    expect(outcome).toEqual({ ok: false, reason: 'account-not-deleted' })
    expect(await allRows(service.db.database)).toEqual(before)
  })
})
