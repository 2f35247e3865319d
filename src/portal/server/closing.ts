import * as z from 'zod/mini'
import { findConfirmedEmail } from '#account/server/database/data-owner.ts'
import type { IdentityGateway } from '#account/server/gateways/identity.ts'
import { type Appointment, listUpcoming } from '#booking/server/database/appointments.ts'
import { listEnquiriesFrom } from '#content/server/database/enquiries.ts'
import { keptUntil, RETENTION_YEARS } from '#core/rules/retention.ts'
import { type IsoDate, londonDate, londonTime } from '#core/rules/time.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Limiter, Use } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { bind } from '#core/server/http/binding.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { eventName } from '#events/rules/event.ts'
import { type RefundCharge, refundDueOn } from '#payments/rules/refund.ts'
import { agreesTo, findRefundable, readRefundRules } from '#payments/server/appointment-payments.ts'
import { closeAccount, previewClosing } from '#portal/contract/own-data.ts'
import { ACCOUNT_CLOSED } from '#portal/mails/account-closed.ts'
import {
  type ClosingRefusal,
  closeAccountRows,
  findClosing,
  findClosingRefusal,
  findKeptPayments,
  findLastKeptTest,
  recordDeletedAccount,
} from '#portal/server/database/closings.ts'
import { listOwnAddresses, lockPatient } from '#portal/server/database/erasure.ts'
import { appointmentBegun, paymentUnderWay, resultPending } from '#portal/texts/own-data.ts'

export type ClosingDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  readonly identity: Pick<IdentityGateway, 'signIn'>
  charity(): Promise<Pick<Charity, 'product' | 'bookingPhone' | 'paymentCharge'>>
  nudgeJobs(): void
}

const REFUSAL_TEXTS = {
  'result-pending': resultPending,
  'appointment-begun': appointmentBegun,
  'payment-in-progress': paymentUnderWay,
}

/** The refusal with the helpline. */
async function refusedNow({ charity }: ClosingDeps, reason: ClosingRefusal) {
  return refused(reason, { text: REFUSAL_TEXTS[reason]((await charity()).bookingPhone) })
}

/** The appointments that a closing at `now` cancels. */
const isCancelledBy =
  (now: Date) =>
  ({ status, startsAt }: Appointment) =>
    status === 'booked' && startsAt > now

/** What goes back for an appointment, as when the patient cancels it now (PAY-08); undefined when nothing was paid for it. */
async function refundOfBooked(
  db: Queries,
  booked: Appointment,
  charge: RefundCharge,
  now: Date,
): Promise<{ amount_pence: number; due_on: IsoDate } | undefined> {
  const refund = await findRefundable(db, booked, charge, now)
  if (refund === null) return undefined
  const { holidays } = await readRefundRules(db, charge)
  return { amount_pence: refund.amountPence, due_on: refundDueOn(now, holidays) }
}

/** What a closing would keep, and which appointments it would cancel. */
const preview = (deps: ClosingDeps) =>
  bind(previewClosing, async (_, caller) => {
    const refusal = await findClosingRefusal(deps.database, caller.profileId)
    if (refusal !== null) return refusedNow(deps, refusal)
    const now = deps.clock.now()
    const lastTestOn = await findLastKeptTest(deps.database, caller.profileId)
    const upcoming = await listUpcoming(deps.database, caller.profileId, now)
    const kept = await findKeptPayments(deps.database, caller.profileId)
    const { product, paymentCharge } = await deps.charity()
    const cancelled = await Promise.all(
      upcoming.filter(isCancelledBy(now)).map(async (booked) => ({
        event_name: eventName(booked.eventName === null ? {} : { name: booked.eventName }, product),
        appt_date: londonDate(booked.startsAt),
        appt_time: londonTime(booked.startsAt),
        refund: (await refundOfBooked(deps.database, booked, paymentCharge, now)) ?? null,
      })),
    )
    return done({
      kept_until: lastTestOn === null ? null : keptUntil(lastTestOn),
      address_confirmed: (await findConfirmedEmail(deps.database, caller.profileId)) !== null,
      payments_made: kept.paymentsMade,
      payments_tried: kept.paymentsTried,
      cancelled,
    })
  })

/** Counted first and given back when the password is right or not compared, so that concurrent guesses are limited as well. */
async function checkPassword(
  { limiter, identity }: ClosingDeps,
  caller: Patient,
  password: string,
  context: RequestContext,
): Promise<Outcome<true, 'wrong-password'>> {
  const use: Use = ['closingPerPatient', String(caller.profileId)]
  const limited = await limiter.count(use)
  if (limited) return limited
  const answer = await identity.signIn(caller.email, password, context.network)
  if (!answer.ok && 'refusal' in answer) return refused('wrong-password')
  await limiter.giveBack(use)
  if (!answer.ok) return refused('unavailable')
  return answer.value.userId === caller.userId ? done(true) : refused('wrong-password')
}

/** What goes back for the upcoming appointment. The caller has locked the patient, who has at most one. */
async function refundOfUpcoming(
  transaction: Queries,
  profileId: number,
  charge: RefundCharge,
  now: Date,
): Promise<number | undefined> {
  const upcoming = await listUpcoming(transaction, profileId, now)
  const booked = upcoming.find(isCancelledBy(now))
  const refund = booked && (await refundOfBooked(transaction, booked, charge, now))
  return refund?.amount_pence
}

/**
 * Closes the caller's account in one transaction; a job then deletes it at the identity provider, and sends the last mail. After
 * the commit every sign-in with the account is refused, also while the provider still has it (decision 025).
 */
const close = (deps: ClosingDeps) =>
  bind(closeAccount, async (input, caller, context, { setSession }) => {
    const checked = await checkPassword(deps, caller, input.password, context)
    if (!checked.ok) return checked
    const { database, sealer } = deps
    const { profileId } = caller
    const isConfirmed = (await findConfirmedEmail(database, profileId)) !== null
    const emails = isConfirmed ? await listOwnAddresses(database, profileId) : []
    const { enquiries } = await listEnquiriesFrom(database, sealer, emails)
    const { paymentCharge } = await deps.charity()
    const closed = await database.transaction(async (transaction) => {
      await lockPatient(transaction, profileId)
      const now = deps.clock.now()
      const refundPence = await refundOfUpcoming(transaction, profileId, paymentCharge, now)
      if (!agreesTo(input, refundPence ?? 0)) return refused('refund-changed')
      return closeAccountRows(transaction, {
        profileId,
        enquiryIds: enquiries.map(({ enquiryId }) => enquiryId),
        years: RETENTION_YEARS,
        requestId: context.requestId,
        refundPence,
      })
    })
    if (!closed.ok) {
      const { reason } = closed
      if (reason === 'refund-changed') return refused(reason)
      return reason === 'patient-not-found' ? refused('unauthorized') : refusedNow(deps, reason)
    }
    deps.nudgeJobs()
    setSession(null)
    return done({ status: 'success', kept_until: closed.keptUntil })
  })

/** 'Delete my account' (PORT-05). */
export const closingService = (deps: ClosingDeps) => ({
  preview: preview(deps),
  close: close(deps),
})

const payloadSchema = z.object({ closing_id: z.uuid() })

export type FinishClosingDeps = {
  readonly database: Database
  readonly identity: Pick<IdentityGateway, 'deleteAccount'>
}

/**
 * Deletes a closed account at the identity provider and queues the last mail. May run twice: an unknown account counts as
 * deleted, and there is one mail per closing.
 * @throws when the provider did not delete it; the job is then retried.
 */
export async function finishClosing(
  job: Job,
  { database, identity }: FinishClosingDeps,
): Promise<void> {
  const closing = await findClosing(database, payloadSchema.parse(job.payload).closing_id)
  if (closing === undefined) return
  if (!(await identity.deleteAccount(closing.userId))) {
    throw new Error('The identity provider did not delete the account.')
  }
  await database.transaction(async (transaction) => {
    await recordDeletedAccount(transaction, closing)
    if (closing.email === null) return
    const id = closing.closingId
    await ACCOUNT_CLOSED.queue(transaction, id, { closing_id: id }, `closing:${id}`)
  })
}
