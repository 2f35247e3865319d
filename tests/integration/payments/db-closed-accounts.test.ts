import { describe, expect, it } from 'vitest'
import { addDays, londonDate } from '#core/rules/time.ts'
import { finishRefund } from '#payments/server/database/refunds.ts'
import { closeAccountRows, findKeptPayments } from '#portal/server/database/closings.ts'
import { buildConsent, buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { createOutbox, runAll } from '#tests/integration/booking/outbox.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { booked, cancelPaid, inState } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { db } = databaseSetup()

type Owner = { readonly profileId: number; readonly email: string; readonly userId: string }

async function ownerOf(profileId: number, isVerified = true): Promise<Owner> {
  const { rows } = await db.query<{ email: string; userId: string }>(
    `update app.profiles set is_verified = $2 where profile_id = $1 returning email, user_id as "userId"`,
    [profileId, isVerified],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no profile')
  return { profileId, ...row }
}

async function addTest(profileId: number): Promise<void> {
  const event_on = addDays(londonDate(new Date()), -40)
  const eventId = await buildEvent(db, { event_on })
  await db.query(
    `with made as (insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz + interval '10 minutes', 1, 'attended', gen_random_uuid()::text, $3, $3::timestamptz + interval '10 minutes') returning *)
     insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
     select appointment_id, profile_id, booked_at, 'booked', slot_start, 'patient' from made`,
    [eventId, profileId, (await slotsOf(db, eventId))[0]],
  )
  await buildConsent(db, profileId, event_on)
}

const freeBooking = async (profileId: number) => {
  const eventId = await buildEvent(db)
  await db.query(`select booking.book_slot($1, $2, $3, 'free', 'free')`, [
    eventId,
    (await slotsOf(db, eventId))[0],
    profileId,
  ])
}

const subscribed = async (email: string) => {
  await db.query(
    `with made as (insert into app.subscriptions (email, name, hear_about_event, kind, district, asked_at, confirmed_at)
       values ($1, '', false, 'events-near', 'IP4', now(), now()) returning subscription_id)
     insert into app.event_notices select subscription_id, $2, 0 from made`,
    [email, await buildEvent(db)],
  )
}

/** What happened before the account is closed, and what the provider does with the refund before the last mail is written. */
type Case = {
  readonly build: () => Promise<Owner>
  readonly refund?: 'done' | 'failed'
}

const CASES: Record<string, Case> = {
  'no booking': { build: async () => ownerOf(await buildProfile(db)) },
  'a free booking': {
    async build() {
      const profileId = await buildProfile(db)
      await freeBooking(profileId)
      return ownerOf(profileId)
    },
  },
  'paid, the refund is under way': { build: async () => ownerOf((await booked(db)).profileId) },
  'paid and refunded': {
    build: async () => ownerOf((await booked(db)).profileId),
    refund: 'done',
  },
  'paid, and the refund failed': {
    build: async () => ownerOf((await booked(db)).profileId),
    refund: 'failed',
  },
  'paid and cancelled before, the refund is under way': {
    async build() {
      const who = await booked(db)
      await cancelPaid(db, who, 2_000)
      return ownerOf(who.profileId)
    },
  },
  'a declined payment': { build: async () => ownerOf((await inState(db, 'declined')).profileId) },
  tested: {
    async build() {
      const profileId = await buildProfile(db)
      await addTest(profileId)
      return ownerOf(profileId)
    },
  },
  'tested and paid': {
    async build() {
      const { profileId } = await booked(db)
      await addTest(profileId)
      return ownerOf(profileId)
    },
    refund: 'done',
  },
  'a waiting list': {
    async build() {
      const profileId = await buildProfile(db)
      await db.query(
        `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
         values ($1, $2, true, true, true, now())`,
        [await buildEvent(db), profileId],
      )
      return ownerOf(profileId)
    },
  },
  'notices of events': {
    async build() {
      const owner = await ownerOf(await buildProfile(db))
      await subscribed(owner.email)
      return owner
    },
  },
  'notices of events of an address that is not confirmed': {
    async build() {
      const owner = await ownerOf(await buildProfile(db), false)
      await subscribed(owner.email)
      return owner
    },
  },
}

const count = async (sql: string, values: unknown[]) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from app.${sql}`, values)).rows[0]?.n ??
  0

/** Each sentence of the last mail, and the rows that make it true. */
const statements = ({ profileId, email, userId }: Owner, payments: readonly string[]) =>
  [
    ['You have not had a test with us', async () => (await kept(profileId)) === 0],
    ['The tests that you had with us', async () => (await kept(profileId)) > 0],
    [
      'your payments and refunds with amount',
      async () =>
        (await count(
          'payments where payment_id = any ($1) and capture_id is not null and profile_id is null',
          [payments],
        )) > 0,
    ],
    [
      'Payments that were begun and not made',
      async () =>
        (await count(
          'payments where payment_id = any ($1) and capture_id is null and profile_id is null',
          [payments],
        )) > 0,
    ],
    [
      'Our log of who did what',
      async () => (await count('audit_log where subject = $1', [`profile:${profileId}`])) > 0,
    ],
    [
      'That the account was deleted',
      async () => (await count('account_closings where user_id = $1', [userId])) > 0,
    ],
    [
      'A newsletter subscription or notices',
      async () => (await count('subscriptions where email = $1', [email])) > 0,
    ],
    [
      'We have returned £',
      async () =>
        (await count(`refunds where payment_id = any ($1) and state = 'done'`, [payments])) > 0,
    ],
    [
      'We will return £',
      async () =>
        (await count(`refunds where payment_id = any ($1) and state in ('due', 'pending')`, [
          payments,
        ])) > 0,
    ],
    [
      'takes longer than usual',
      async () =>
        (await count(`refunds where payment_id = any ($1) and state = 'failed'`, [payments])) > 0,
    ],
  ] as const

const kept = async (profileId: number) =>
  (await count('appointments where profile_id = $1', [profileId])) +
  (await count('consents where profile_id = $1', [profileId]))

/** Closes the account, and returns its last mail. */
async function closed({ refund }: Case, owner: Owner, payments: readonly string[]) {
  const { profileId, email } = owner
  await db.transaction((transaction) =>
    closeAccountRows(transaction, {
      profileId,
      enquiryIds: [],
      years: 8,
      requestId: 'r',
    }),
  )
  const { rows } = await db.query<{ id: string }>(
    'select refund_id as id from app.refunds where payment_id = any ($1)',
    [payments],
  )
  for (const { id } of refund === undefined ? [] : rows) {
    await finishRefund(db, { refundId: id, state: refund ?? 'done', providerRefundId: id })
  }
  const outbox = createOutbox()
  await runAll(await outbox.depsFor(db))
  const mail = outbox.sent.find(({ to, subject }) => to === email && /is deleted$/.test(subject))
  return mail?.text ?? ''
}

/** The tables that may still name the account, its number or its address; the mail says why. */
const NAMED = [
  'app.account_closings',
  'app.accounts',
  'app.audit_log',
  'app.profiles',
  'app.subscriptions',
]

describe('the last mail of a closed account', () => {
  it.each(Object.keys(CASES))(
    'PORT-05 PAY-08 of a patient with %s says what is true',
    async (name) => {
      const one = CASES[name] as Case
      const owner = await one.build()
      const { rows } = await db.query<{ id: string }>(
        'select payment_id as id from app.payments where profile_id = $1',
        [owner.profileId],
      )
      const payments = rows.map(({ id }) => id)
      const before = await findKeptPayments(db, owner.profileId)
      const upcoming = await count(
        `appointments where profile_id = $1 and status = 'booked' and slot_start > now()`,
        [owner.profileId],
      )
      const mail = (await closed(one, owner, payments)).replaceAll(/\s+/g, ' ')
      for (const [sentence, isTrue] of statements(owner, payments)) {
        expect([sentence, mail.includes(sentence)]).toEqual([sentence, await isTrue()])
      }
      expect(mail).not.toMatch(/nothing about you|everything else|everything about you/i)
      expect(mail.includes('was cancelled')).toBe(upcoming === 1)
      // The page before it had the same facts.
      expect(mail.includes('your payments and refunds with amount')).toBe(before.paymentsMade)
      expect(mail.includes('begun and not made')).toBe(before.paymentsTried)
      const tables = await allRows(db)
      const marks = [owner.email, owner.userId]
      const left = [...tables].filter(([, found]) => foundIn(found, marks).length > 0)
      expect(NAMED).toEqual(expect.arrayContaining(left.map(([table]) => table)))
    },
  )

  it('PORT-05 the amount is what goes back, and the numbers of payments go with the mail', async () => {
    const who = await booked(db)
    const owner = await ownerOf(who.profileId)
    expect(
      await closed({ ...CASES['no booking'], refund: 'done' } as Case, owner, [who.paymentId]),
    ).toContain('We have returned £25.00')
    const { rows } = await db.query(
      'select email, returning_payments from app.account_closings where user_id = $1',
      [owner.userId],
    )
    expect(rows).toEqual([{ email: null, returning_payments: [] }])
  })
})
