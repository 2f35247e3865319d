import { ownRecords } from '#account/store/own-records.ts'
import { listConsents } from '#booking/contract/consents.ts'
import { call } from '#core/contract/call.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'

export type GivenConsent = OutputOf<typeof listConsents>['consents'][number]

/** The patient's consents, newest first (PORT-06). */
export const { $records: $consents, load: loadConsents } = ownRecords(() => call(listConsents, {}))
