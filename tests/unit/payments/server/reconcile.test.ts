import { describe, expect, it } from 'vitest'
import { differences } from '#payments/commands/payments-reconcile.ts'
import type { Movement } from '#payments/server/database/payment-days.ts'
import type { ProviderEntry } from '#payments/server/paypal/gateway.ts'

const entry = (over: Partial<ProviderEntry> = {}): ProviderEntry => ({
  kind: 'capture',
  code: 'T0006',
  id: 'C1',
  amountPence: 2500,
  status: 'S',
  at: new Date('2026-12-01T12:00:00Z'),
  ...over,
})
const movement = (over: Partial<Movement> = {}): Movement => ({
  kind: 'capture',
  id: 'C1',
  paymentId: 'P1',
  amountPence: 2500,
  ...over,
})
const [NONE, SAME] = [[], [movement()]]

describe('the provider’s list of a day against ours', () => {
  it('PAY-11 names no difference where there is none', () => {
    expect(differences([entry()], { movements: SAME, ours: SAME })).toEqual([])
  })

  it('PAY-11 names what one side only has, and the payment that the provider’s entry names', () => {
    const none = { movements: NONE, ours: NONE }
    expect(differences([entry()], none)).toEqual(['at the provider only: capture C1, £25.00'])
    const payments = new Map([['C1', { paymentId: 'P1', state: 'abandoned' as const }]])
    expect(differences([entry()], { ...none, payments })).toEqual([
      'at the provider only: capture C1, £25.00, payment P1, here abandoned',
    ])
    expect(differences([], { movements: NONE, ours: SAME })).toEqual([
      'here only: capture C1, £25.00, payment P1',
    ])
  })

  it('PAY-11 names another amount', () => {
    const movements = [movement({ amountPence: 2400 })]
    expect(differences([entry()], { movements, ours: NONE })).toEqual([
      'another amount: capture C1, £25.00; here £24.00, payment P1',
    ])
  })

  it('PAY-11 a movement of ours of another day is no difference, nor one of the provider’s day beside; a denied entry moved nothing', () => {
    expect(differences([entry()], { movements: SAME, ours: NONE })).toEqual([])
    expect(differences([], { movements: NONE, ours: SAME, nearby: [entry()] })).toEqual([])
    const denied = [entry({ status: 'D' })]
    expect(differences(denied, { movements: NONE, ours: SAME })).toHaveLength(1)
  })

  it('PAY-11 a capture that was taken back later is no difference', () => {
    const reversed = [entry({ status: 'V' }), entry({ kind: 'reversal', id: 'R1', code: 'T1106' })]
    expect(differences(reversed, { movements: SAME, ours: SAME })).toEqual([])
  })

  it('PAY-11 a refund is not taken for a capture with the same id', () => {
    const refund = [entry({ kind: 'refund' })]
    expect(differences(refund, { movements: SAME, ours: SAME })).toHaveLength(2)
  })
})
