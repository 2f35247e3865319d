import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { londonDate } from '#core/rules/time.ts'
import { writePaymentsEnv } from '#local/runtime/records.ts'
import { noteDispute } from '#payments/server/database/disputes.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { readPayments } from '#tests/fixtures/paypal.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { type PayingPatient, pay, payingPatient } from '#tests/integration/payments/paying-site.ts'
import { refundsOf, soon } from '#tests/integration/payments/payment-ends.ts'
import { siteSetup } from '#tests/integration/payments/payment-setup.ts'

const BY = ['--by', 'Olive Ward', '--reason', 'Paid twice by mistake']

const site = siteSetup()
let patient: PayingPatient
let paymentId: string
let captureId: string
let folder: string

beforeAll(async () => {
  patient = await payingPatient(site)
  await pay(site, patient)
  const { rows } = await site.service.db.database.query<{ id: string; capture_id: string }>(
    'select payment_id as id, capture_id from app.payments where profile_id = $1',
    [patient.profileId],
  )
  paymentId = rows[0]?.id ?? ''
  captureId = rows[0]?.capture_id ?? ''
  folder = mkdtempSync(join(tmpdir(), 'halyard-payments-'))
  const addresses = { database: site.service.db.url, paypal: site.paypal.url }
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addresses))
  writePaymentsEnv(folder, site.paypal.env as Record<string, string>)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `npm run payments` beside a running `npm start`: nothing but its folder is named. */
const run = (...args: string[]) => runScript('scripts/payments.ts', args, { DATA_DIR: folder })

const reconciled = async () => (await run('reconcile', londonDate(new Date()))).out

it('PAY-11 list and show name payments by ids and amounts, not the patient', async () => {
  const [list, show] = [await run('list'), await run('show', paymentId)]
  expect(list.out).toMatch(new RegExp(`Newest payments:[^]*${paymentId} +booked +£25\\.00`))
  expect(show.out).toContain(`capture: ${captureId}`)
  for (const { code, out } of [list, show]) {
    expect(code).toBe(0)
    expect(out).not.toContain(patient.email)
  }
})

it('PAY-08 PAY-11 refund returns an amount, and never more than was paid', async () => {
  const refund = await run('refund', paymentId, '--pence', '500', ...BY)
  expect(refund.out).toContain('£5.00 will be returned')
  await soon(async () =>
    expect(await refundsOf(site, patient)).toEqual([{ state: 'done', amount_pence: 500 }]),
  )
  const tooMuch = await run('refund', paymentId, '--pence', '2001', ...BY)
  expect([tooMuch.code, tooMuch.err]).toMatchObject([
    1,
    expect.stringContaining('less than this is left'),
  ])
})

it('PAY-11 PAY-12 reconcile notes a refund that was made at the provider, and names nothing else', async () => {
  expect(await reconciled()).toContain('2 entries at the provider, 0 differences')
  const gateway = paypalGateway(readPayments(site.paypal))
  const refund = { refundId: randomUUID(), captureId, amountPence: 100, note: 'By hand' }
  const { id } = await gateway.refund(refund)
  expect(await reconciled()).toContain(
    `returned at the provider, noted now: refund ${id}, £1.00, payment ${paymentId}`,
  )
  expect(await refundsOf(site, patient)).toContainEqual({ state: 'done', amount_pence: 100 })
  expect(await reconciled()).toContain('3 entries at the provider, 0 differences')
})

it('PAY-12 end-dispute states the outcome, and show has it', async () => {
  const { database } = site.service.db
  const dispute = { kind: 'reversal', paymentId, amountPence: 200 } as const
  await noteDispute(database, { disputeId: 'REVERSAL-1', ...dispute })
  expect((await run('show', paymentId)).out).toMatch(
    /^dispute: money taken back, £2\.00, .+, REVERSAL-1$/m,
  )
  const end = ['end-dispute', 'REVERSAL-1', ...BY]
  expect((await run(...end)).code).toBe(1)
  expect((await run(...end, '--outcome', 'draw')).code).toBe(1)
  const lost = await run(...end, '--outcome', 'lost')
  expect(lost.out).toContain('Ended as lost')
  expect((await run('show', paymentId)).out).toMatch(/REVERSAL-1, lost \d/)
  expect((await run('list')).out).not.toContain('REVERSAL-1')
})

it('PAY-08 holidays lists the bank holidays, and takes another', async () => {
  const added = await run('holidays', 'add', '2031-12-25', 'Christmas Day', '--by', 'Olive Ward')
  expect(added.out).toContain('2026-12-25')
  expect(added.out).toContain('2031-12-25  Christmas Day')
})
