import { computed } from 'nanostores'
import { refundableBy } from '#contract/payment-on-wire.ts'
import type { RefundRulesOnWire } from '#contract/refund-rules.ts'
import { serverNow } from '#contract/server-clock.ts'
import { pricePence } from '#domain/event.ts'
import { findSlot } from '#domain/slot.ts'
import {
  cancellationSentences,
  OWN_RULE_UNKNOWN,
  OWN_RULE_UNKNOWN_FREE,
} from '#domain/texts/cancelling.ts'
import { $case, $choice, $isRepeatFree } from '#stores/booking/journey.ts'

type Booking = {
  readonly startsAt: Date
  /** Of the price that is shown. */
  readonly pricePence: number
  /** Undefined: it costs nothing. */
  readonly rules: RefundRulesOnWire | undefined
}

/** What cancelling a booking will return, and until when it can be changed, in sentences (PAY-14). `now` is the server's time. */
export const ruleOf = ({ rules, ...booking }: Booking, now: Date): string[] =>
  cancellationSentences(
    { startsAt: booking.startsAt, refund: refundableBy(rules, booking, now) },
    now,
  )

/** The rule of the time that is chosen. */
export const $ownRule = computed(
  [$case, $choice, $isRepeatFree],
  (present, choice, isFree): string[] => {
    if (present === undefined) return []
    const { known, event } = present
    const rules = isFree ? undefined : event.refund_rules
    const slot = choice && findSlot(known, choice.date, choice.time)
    if (slot === undefined) return [rules === undefined ? OWN_RULE_UNKNOWN_FREE : OWN_RULE_UNKNOWN]
    return ruleOf({ startsAt: slot.startsAt, pricePence: pricePence(known), rules }, serverNow())
  },
)
