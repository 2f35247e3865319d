import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appointmentCan, changeDeadline } from '#booking/rules/appointment.ts'
import { LOCKED_TIME } from '#booking/texts/appointments.ts'
import { formatPounds } from '#core/rules/money.ts'
import { addDays, formatDeadline, HOUR_MS, londonInstant } from '#core/rules/time.ts'
import { refundDeadline, refundOf } from '#payments/rules/refund.ts'
import { cancellationSentences } from '#payments/texts/cancelling.ts'
import { PROPERTY } from '../../events/rules/samples.ts'

const MONDAY = new Date('2026-12-07T09:00:00Z')
const CHARGE = { percent: 1.4, pence: 20 }
const at = (text: string) => new Date(text)

const paid = (now: Date, more: Partial<Parameters<typeof refundOf>[0]> = {}) =>
  cancellationSentences(
    {
      startsAt: MONDAY,
      refund: refundOf({
        ...{ pricePence: 2_000, charge: CHARGE, startsAt: MONDAY, now, holidays: new Set() },
        ...more,
      }),
    },
    now,
  )

describe('the rule of one booking', () => {
  const CHANGEABLE = 'You can change the time or cancel online until Saturday 5 December, 09:00.'
  const NOT_ANY_MORE = 'This booking is no longer refundable.'

  it.each([
    [
      'in time',
      '2026-11-20T12:00:00Z',
      [
        'Cancel by Thursday 3 December, 08:59 and get £19.52 back. After that nothing is returned.',
        '£0.48 is kept back for the cost of the payment.',
        CHANGEABLE,
      ],
    ],
    ['at the deadline', '2026-12-03T09:00:00Z', [NOT_ANY_MORE, CHANGEABLE]],
    ['exactly 48 hours before', '2026-12-05T09:00:00Z', [NOT_ANY_MORE, CHANGEABLE]],
    ['within 48 hours', '2026-12-05T09:00:00.001Z', [NOT_ANY_MORE, LOCKED_TIME]],
  ])('PAY-14 of a paid event, %s', (_, now, sentences) => {
    expect(paid(at(now))).toEqual(sentences)
  })

  it.each([
    ['2026-11-20T12:00:00Z', CHANGEABLE],
    ['2026-12-05T09:00:00Z', CHANGEABLE],
    ['2026-12-05T09:00:00.001Z', LOCKED_TIME],
  ])('PAY-14 of a free event at %s names its own deadline and no money', (now, sentence) => {
    expect(cancellationSentences({ startsAt: MONDAY, refund: null }, at(now))).toEqual([sentence])
  })

  it('PAY-12 after a refund by hand names what went back, what is due and what is kept', () => {
    expect(paid(at('2026-11-20T12:00:00Z'), { goneBack: { inAll: 500, elsewhere: 500 } })).toEqual([
      'Cancel by Thursday 3 December, 08:59 and get £14.52 back. After that nothing is returned.',
      '£5.00 has gone back already.',
      '£0.48 is kept back for the cost of the payment.',
      CHANGEABLE,
    ])
  })

  it('PAY-12 after a chargeback promises nothing and names no charge', () => {
    const goneBack = { inAll: 2_000, elsewhere: 2_000 }
    expect(paid(at('2026-11-20T12:00:00Z'), { goneBack })).toEqual([
      'No more money is returned: £20.00 has gone back already.',
      CHANGEABLE,
    ])
  })
})

/** The promise of the sentences: how much, and until which text of a minute; undefined when none is given. */
function promiseOf(sentences: readonly string[]) {
  const [, until, pounds] =
    /^Cancel by (.+) and get (£[\d,.]+) back\. After that nothing is returned\.$/.exec(
      sentences[0] ?? '',
    ) ?? []
  return until === undefined ? undefined : { until, pounds }
}

const startsAt = fc
  .record({ day: fc.nat(365 * 4), minute: fc.integer({ min: 0, max: 24 * 60 - 1 }) })
  .map(({ day, minute }) => {
    const clock = [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0'))
    return londonInstant(addDays('2026-01-01', day), clock.join(':'))
  })

it('PAY-14 the sentence promises what the refund returns and the rule of changes allows, around both deadlines and at any time', () => {
  fc.assert(
    fc.property(
      startsAt,
      fc.nat(500_000),
      fc.record({
        percent: fc.integer({ min: 0, max: 1_000 }).map((n) => n / 100),
        pence: fc.nat(200),
      }),
      fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 60 * 24 * HOUR_MS }),
      fc.constantFrom<[number, number]>([0, 0], [300, 300], [300, 0], [600_000, 500_000]),
      (start, pricePence, charge, daysBefore, before, [inAll, elsewhere]) => {
        const day = start.toISOString().slice(0, 10)
        const holidays = new Set(daysBefore.map((days) => addDays(day, -days)))
        const goneBack = { inAll, elsewhere }
        const returnedAt = (now: Date) =>
          refundOf({ pricePence, charge, startsAt: start, now, holidays, goneBack })
        const told = (now: Date) =>
          cancellationSentences({ startsAt: start, refund: returnedAt(now) }, now)
        const deadline = refundDeadline(start, holidays).getTime()
        const change = changeDeadline({ startsAt: start }).getTime()
        const instants = [deadline, change].flatMap((one) => [one - 1, one, one + 1])
        for (const ms of [...instants, start.getTime() - before]) {
          const now = new Date(ms)
          const sentences = told(now)
          const promise = promiseOf(sentences)
          const { amountPence } = returnedAt(now)
          expect(promise?.pounds ?? formatPounds(0)).toBe(formatPounds(amountPence))
          if (promise !== undefined) {
            // In the whole minute that is named the amount is returned; from the next on nothing is.
            const last = new Date(deadline - 1)
            expect(promise.until).toBe(formatDeadline(last))
            expect(returnedAt(last).amountPence).toBe(amountPence)
            expect(returnedAt(new Date(deadline)).amountPence).toBe(0)
          }
          const can = appointmentCan.cancel({ status: 'booked', startsAt: start }, now)
          expect(sentences.includes(LOCKED_TIME)).toBe(can !== 'yes')
        }
      },
    ),
    PROPERTY,
  )
})
