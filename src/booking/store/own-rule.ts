import { computed } from 'nanostores'
import { $case, $choice, $isRepeatFree } from '#booking/store/journey.ts'
import type { RefundRulesOnWire } from '#core/contract/refund-rules.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { pricePence } from '#events/rules/event.ts'
import { findSlot } from '#events/rules/slot.ts'
import { refundableBy } from '#payments/contract/payment-on-wire.ts'
import {
  cancellationSentences,
  OWN_RULE_UNKNOWN,
  OWN_RULE_UNKNOWN_FREE,
} from '#payments/texts/cancelling.ts'

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
