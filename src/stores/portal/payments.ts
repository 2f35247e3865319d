import { call } from '#contract/call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { listOwnPayments } from '#contract/own-payments.ts'
import { ownRecords } from '#stores/portal/own-records.ts'

export type OwnPayment = OutputOf<typeof listOwnPayments>['payments'][number]

/** What the patient has paid, newest first (PAY-13). */
export const { $records: $payments, load: loadPayments } = ownRecords(() =>
  call(listOwnPayments, {}),
)
