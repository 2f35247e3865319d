import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBusinessDays, isBusinessDay } from '#core/rules/bank-holidays.ts'
import { addDays, londonInstant, londonParts } from '#core/rules/time.ts'
import { refundDeadline, refundDueOn, refundOf } from '#payments/rules/refund.ts'

/** Christmas 2026 and Easter 2027. */
const HOLIDAYS = new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-03-26', '2027-03-29'])
const NONE = { percent: 0, pence: 0 }

const day = fc.integer({ min: 0, max: 365 * 6 }).map((n) => addDays('2025-01-01', n))
const clock = fc
  .integer({ min: 7 * 60, max: 21 * 60 })
  .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`)
const holidays = fc.uniqueArray(day, { maxLength: 60 }).map((days) => new Set(days))
const charge = fc.record({
  percent: fc.integer({ min: 0, max: 1_000 }).map((n) => n / 100),
  pence: fc.integer({ min: 0, max: 5_000 }),
})

describe('business days of England', () => {
  it.each([
    ['2026-12-07', -2, '2026-12-03'],
    ['2026-12-05', -2, '2026-12-03'],
    ['2026-12-24', 1, '2026-12-29'],
    ['2027-01-04', -2, '2026-12-30'],
    ['2027-03-30', -2, '2027-03-24'],
    ['2026-12-01', 14, '2026-12-21'],
    ['2026-12-06', 0, '2026-12-06'],
  ])('PAY-08 %s and %i business days is %s', (from, count, to) => {
    expect(addBusinessDays(from, count, HOLIDAYS)).toBe(to)
  })

  it('PAY-08 forwards and back pass exactly as many business days as were asked for', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), holidays, (from, count, known) => {
        for (const sign of [1, -1]) {
          const to = addBusinessDays(from, sign * count, known)
          expect(isBusinessDay(to, known)).toBe(true)
          let passed = 0
          for (let at = from; at !== to; ) {
            at = addDays(at, sign)
            if (isBusinessDay(at, known)) passed += 1
          }
          expect(passed).toBe(count)
        }
      }),
    )
  })

  it('PAY-08 a refund is due on the 14th business day', () => {
    expect(refundDueOn(new Date('2026-12-14T23:59:00Z'), HOLIDAYS)).toBe('2027-01-06')
    expect(refundDueOn(new Date('2027-06-30T23:30:00Z'), HOLIDAYS)).toBe('2027-07-21')
  })

  it('PAY-08 throws for a count that is no whole number', () => {
    expect(() => addBusinessDays('2026-12-01', 1.5, HOLIDAYS)).toThrow(RangeError)
  })
})

describe('the deadline of a refund', () => {
  it.each([
    ['over a weekend', '2026-12-07T09:00:00Z', '2026-12-03T09:00:00Z'],
    ['over Christmas', '2026-12-29T10:30:00Z', '2026-12-23T10:30:00Z'],
    ['over Easter and the spring clock change', '2027-03-30T08:00:00Z', '2027-03-24T09:00:00Z'],
    ['over the autumn clock change', '2026-10-26T09:00:00Z', '2026-10-22T08:00:00Z'],
  ])('PAY-08 is the same London clock time %s', (_, startsAt, deadline) => {
    expect(refundDeadline(new Date(startsAt), HOLIDAYS)).toEqual(new Date(deadline))
  })

  it('PAY-08 has the clock time of the appointment, on a business day, at least two days before, in every year', () => {
    fc.assert(
      fc.property(day, clock, holidays, (date, time, known) => {
        const startsAt = londonInstant(date, time)
        const deadline = londonParts(refundDeadline(startsAt, known))
        expect(deadline.time).toBe(time)
        expect(isBusinessDay(deadline.date, known)).toBe(true)
        expect(deadline.date <= addDays(date, -2)).toBe(true)
      }),
    )
  })
})

describe('what is returned', () => {
  const startsAt = new Date('2026-12-07T09:00:00Z')
  const DEADLINE = new Date('2026-12-03T09:00:00Z')
  const at = (now: Date, own = { percent: 10, pence: 0 }, pricePence = 2_500) =>
    refundOf({ pricePence, charge: own, startsAt, now, holidays: HOLIDAYS })

  it('PAY-08 is the price less the charge until a moment before the deadline, and nothing from it on', () => {
    const before = { amountPence: 2_250, chargePence: 250, returnedPence: 0, until: DEADLINE }
    expect(at(new Date(DEADLINE.getTime() - 1))).toEqual(before)
    const over = { amountPence: 0, chargePence: 2_500, returnedPence: 0, until: null }
    expect(at(DEADLINE)).toEqual(over)
    expect(at(new Date(DEADLINE.getTime() + 1))).toEqual(over)
  })

  it.each([
    [{ percent: 2.5, pence: 30 }, 2_500, 93],
    [{ percent: 1, pence: 0 }, 150, 2],
    [{ percent: 1, pence: 0 }, 149, 1],
    [{ percent: 1, pence: 0 }, 50, 1],
    [{ percent: 0, pence: 5_000 }, 2_500, 2_500],
    [{ percent: 1.15, pence: 0 }, 10_000, 115],
    [{ percent: 1.1549, pence: 0 }, 10_000, 115],
    [NONE, 2_500, 0],
  ])('PAY-08 a charge of %o on %i pence is %i', (own, price, expected) => {
    expect(at(new Date('2026-11-01T00:00:00Z'), own, price).chargePence).toBe(expected)
  })

  it('PAY-08 is never negative nor more than the price, and only grows less with time', () => {
    const instant = fc.date({
      min: new Date('2025-01-01T00:00:00Z'),
      max: new Date('2031-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        fc.nat(100_000),
        charge,
        day,
        clock,
        instant,
        fc.nat(10_000_000_000),
        holidays,
        (pricePence, own, date, time, now, laterMs, known) => {
          const input = {
            pricePence,
            charge: own,
            startsAt: londonInstant(date, time),
            holidays: known,
          }
          const first = refundOf({ ...input, now })
          const second = refundOf({ ...input, now: new Date(now.getTime() + laterMs) })
          expect(first.amountPence + first.chargePence).toBe(pricePence)
          expect(first.amountPence).toBeGreaterThanOrEqual(0)
          expect(first.chargePence).toBeGreaterThanOrEqual(0)
          expect(second.amountPence).toBeLessThanOrEqual(first.amountPence)
          expect(first.until !== null || first.amountPence === 0).toBe(true)
        },
      ),
    )
  })

  it.each([
    ['a refund by hand', { inAll: 500, elsewhere: 500 }, 1_750, 250],
    ['a refund by hand of more than is due', { inAll: 2_400, elsewhere: 2_400 }, 0, 100],
    ['a chargeback', { inAll: 2_500, elsewhere: 2_500 }, 0, 0],
    ['a chargeback after a refund', { inAll: 3_000, elsewhere: 2_500 }, 0, 0],
    ['an operator’s refund beside it', { inAll: 500, elsewhere: 0 }, 2_000, 0],
  ])('PAY-12 after %s returns only what is due', (_, goneBack, amountPence, chargePence) => {
    const own = { percent: 10, pence: 0 }
    const input = { pricePence: 2_500, charge: own, startsAt, holidays: HOLIDAYS, goneBack }
    const returnedPence = Math.min(2_500, goneBack.inAll)
    expect(refundOf({ ...input, now: new Date('2026-12-01T09:00:00Z') })).toEqual({
      ...{ amountPence, chargePence, returnedPence, until: DEADLINE },
    })
    expect(refundOf({ ...input, now: DEADLINE })).toEqual({
      ...{ amountPence: 0, chargePence: 2_500 - returnedPence, returnedPence, until: null },
    })
  })

  it.each([
    [{ percent: 11, pence: 0 }, 100],
    [{ percent: -1, pence: 0 }, 100],
    [{ percent: Number.NaN, pence: 0 }, 100],
    [{ percent: 0, pence: 0.5 }, 100],
    [{ percent: 0, pence: -1 }, 100],
    [NONE, -1],
    [NONE, 1.5],
  ])('PAY-08 throws for a charge of %o on %d pence', (own, price) => {
    expect(() => at(startsAt, own, price)).toThrow(RangeError)
  })
})
