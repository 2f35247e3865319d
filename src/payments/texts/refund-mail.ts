import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate, type IsoDate } from '#core/rules/time.ts'
import { REFUND_DAYS } from '#payments/rules/refund.ts'
import { NO_REFUND } from '#payments/texts/receipt.ts'

/** What goes back of a payment, as a mail says it. */
export type MailedRefund = {
  /** What the provider has returned. */
  readonly donePence: number
  /** The refund that is not made yet, and its last day. */
  readonly duePence: number
  readonly dueOn: IsoDate | undefined
  /** It waits because of a dispute, was refused before, or its day has passed. */
  readonly isDelayed: boolean
  /** Example: `Visa ending in 1881`; undefined when it is not known any more. */
  readonly paidWith?: string | undefined
}

const dueText = ({ duePence, dueOn, isDelayed }: MailedRefund, where: string, phone: string) => {
  const amount = `We will return ${formatPounds(duePence)} to ${where}.`
  const call = phone === '' ? 'please tell us' : `please call ${phone}`
  if (isDelayed || dueOn === undefined) {
    return `${amount} This takes longer than usual, because we are settling it with the payment provider. If you have questions, ${call}.`
  }
  return `${amount} This can take up to ${REFUND_DAYS} working days. If you do not have it by ${formatLongDate(dueOn)}, ${call}.`
}

/** Of a paid appointment whose money is kept. */
export const NOTHING_BACK: MailedRefund = {
  ...{ donePence: 0, duePence: 0, dueOn: undefined, isDelayed: false },
}

/** How much goes back, when and where, whatever became of the refund, or that nothing does (PAY-08). */
export function refundTexts(refund: MailedRefund, phone: string): string[] {
  const { donePence, duePence, paidWith } = refund
  if (donePence + duePence === 0) return [NO_REFUND]
  const where = `the card or PayPal account that you paid with${paidWith === undefined ? '' : ` (${paidWith})`}`
  return [
    ...(donePence > 0
      ? [
          `We have returned ${formatPounds(donePence)} to ${where}. It may take a few days to appear.`,
        ]
      : []),
    ...(duePence > 0 ? [dueText(refund, where, phone)] : []),
  ]
}
