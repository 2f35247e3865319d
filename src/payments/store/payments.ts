import { ownRecords } from '#account/store/own-records.ts'
import { call } from '#core/contract/call.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { listOwnPayments } from '#payments/contract/own-payments.ts'

export type OwnPayment = OutputOf<typeof listOwnPayments>['payments'][number]

/** What the patient has paid, newest first (PAY-13). */
export const { $records: $payments, load: loadPayments } = ownRecords(() =>
  call(listOwnPayments, {}),
)
