import { call } from '#contract/call.ts'
import { listConsents } from '#contract/consents.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ownRecords } from '#stores/portal/own-records.ts'

export type GivenConsent = OutputOf<typeof listConsents>['consents'][number]

/** The patient's consents, newest first (PORT-06). */
export const { $records: $consents, load: loadConsents } = ownRecords(() => call(listConsents, {}))
