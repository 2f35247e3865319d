import { describe, expect, it } from 'vitest'
import type { ProviderEntry } from '#server/gateways/paypal/gateway.ts'
import { differences } from '#server/operations/payments-reconcile.ts'
import type { Movement } from '#server/repositories/payment-days.ts'

const entry = (over: Partial<ProviderEntry> = {}): ProviderEntry => ({
  kind: 'capture',
  id: 'C1',
  amountPence: 2500,
  status: 'S',
  at: new Date('2026-12-01T12:00:00Z'),
  ...over,
})
const ours = (over: Partial<Movement> = {}): Movement => ({
  kind: 'capture',
  id: 'C1',
  paymentId: 'P1',
  amountPence: 2500,
  ...over,
})

describe('the provider’s list of a day against ours', () => {
  it('PAY-11 names no difference where there is none', () => {
    expect(differences([entry()], [ours()], [ours()])).toEqual([])
  })

  it('PAY-11 names what one side only has', () => {
    expect(differences([entry()], [], [])).toEqual(['at the provider only: capture C1, £25.00'])
    expect(differences([], [], [ours()])).toEqual(['here only: capture C1, £25.00, payment P1'])
  })

  it('PAY-11 names another amount', () => {
    expect(differences([entry()], [ours({ amountPence: 2400 })], [])).toEqual([
      'another amount: capture C1, £25.00; here £24.00, payment P1',
    ])
  })

  it('PAY-11 a movement of ours of another day is no difference, a denied entry moved nothing', () => {
    expect(differences([entry()], [ours()], [])).toEqual([])
    expect(differences([entry({ status: 'D' })], [], [ours()])).toHaveLength(1)
  })

  it('PAY-11 a refund is not taken for a capture with the same id', () => {
    expect(differences([entry({ kind: 'refund' })], [ours()], [ours()])).toHaveLength(2)
  })
})
