import { addBusinessDays, type Holidays } from '#core/rules/bank-holidays.ts'
import { type IsoDate, londonDate, londonInstant, londonParts } from '#core/rules/time.ts'

/** What the charity keeps when a patient cancels: a part of the price in percent (0 to 10, two decimals), and pence. */
export type RefundCharge = { readonly percent: number; readonly pence: number }

/** The business days before an appointment until which its payment is returned (PAY-08). */
export const REFUND_CUT_OFF_DAYS = 2
/** The business days within which a refund is made (PAY-08). */
export const REFUND_DAYS = 14

/** What has gone back of a payment already, in pence. */
export type GoneBack = {
  readonly inAll: number
  /** The part that was not our refund: made by hand at the provider, or taken back by the payer's bank. It counts towards what is due. */
  readonly elsewhere: number
}
const NOTHING_BACK: GoneBack = { inAll: 0, elsewhere: 0 }

/** What a patient gets back. */
export type Refundable = {
  readonly amountPence: number
  /** What the charity keeps: with `amountPence` and `returnedPence` it is the price. */
  readonly chargePence: number
  /** What has gone back already. */
  readonly returnedPence: number
  /** From this instant on nothing is returned; null when it has passed. */
  readonly until: Date | null
}

function chargeOf(pricePence: number, { percent, pence }: RefundCharge): number {
  // More than two decimals are rounded: editors can publish them past the Studio's checks.
  const hundredths = Math.round(percent * 100)
  const isPercent = hundredths >= 0 && hundredths <= 1_000
  if (!isPercent || !Number.isSafeInteger(pence) || pence < 0) {
    throw new RangeError(`Not a charge: ${percent} % and ${pence} pence`)
  }
  // Integer arithmetic: half a penny is rounded up.
  const part = Math.floor((pricePence * hundredths + 5_000) / 10_000)
  return Math.min(pricePence, part + pence)
}

/** The instant from which a cancelled appointment is no longer refunded: the same London clock time two business days before it. */
export function refundDeadline(startsAt: Date, holidays: Holidays): Date {
  const { date, time } = londonParts(startsAt)
  return londonInstant(addBusinessDays(date, -REFUND_CUT_OFF_DAYS, holidays), time)
}

/**
 * What the patient gets back when they cancel `now`: the price less the charge, less what went back elsewhere, while it is before the deadline;
 * nothing from then on (PAY-08, PAY-12). Throws a RangeError when the price or the charge is not an amount.
 */
export function refundOf(cancellation: {
  readonly pricePence: number
  readonly charge: RefundCharge
  readonly startsAt: Date
  readonly now: Date
  readonly holidays: Holidays
  readonly goneBack?: GoneBack
}): Refundable {
  const { pricePence, charge, startsAt, now, holidays, goneBack = NOTHING_BACK } = cancellation
  if (!Number.isSafeInteger(pricePence) || pricePence < 0) {
    throw new RangeError(`Not a price: ${pricePence}`)
  }
  const deadline = refundDeadline(startsAt, holidays)
  const isInTime = now.getTime() < deadline.getTime()
  const kept = chargeOf(pricePence, charge)
  const due = isInTime ? pricePence - kept - goneBack.elsewhere : 0
  const left = Math.max(0, pricePence - goneBack.inAll)
  const amountPence = Math.max(0, Math.min(due, left))
  return {
    amountPence,
    chargePence: left - amountPence,
    returnedPence: pricePence - left,
    until: isInTime ? deadline : null,
  }
}

/** The last day on which a refund that is requested now is in time (PAY-08). */
export function refundDueOn(now: Date, holidays: Holidays): IsoDate {
  return addBusinessDays(londonDate(now), REFUND_DAYS, holidays)
}
