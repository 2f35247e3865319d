import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AppointmentFacts } from '#booking/island/AppointmentFacts.tsx'
import type { ListedAppointment } from '#booking/store/appointments.ts'
import { listed } from '#tests/unit/booking/store/samples.ts'

const shown = (over: Partial<ListedAppointment>) =>
  renderToStaticMarkup(
    createElement(AppointmentFacts, {
      ...{ appointment: listed(over), titleId: 'one', heading: 'h2' as const },
    }),
  )

const PAYMENT = {
  ...{ amount_pence: 2_500, card_brand: 'VISA', card_last_digits: '1881' },
  paid_at: '2026-11-20T08:00:00.000Z',
  refunds: [
    {
      ...{ amount_pence: 2_500, state: 'done' as const, due_on: '2026-12-10' },
      ...{ done_at: '2026-11-25T08:00:00.000Z', reason: 'cancelled-by-charity' as const },
    },
  ],
}

it('APPT-01 a cancelled appointment that cost nothing does not say that it is paid', () => {
  expect(shown({})).toContain('>paid</span>')
  const cancelled = shown({ status: 'cancelled' })
  expect(cancelled).not.toContain('Payment')
  expect(cancelled).not.toContain('paid')
  expect(shown({ status: 'cancelled', payment_status: 'not paid' })).toContain('not paid')
})

it('APPT-01 a refunded appointment has its status as it is, and says beside it that it was refunded', () => {
  const html = shown({ status: 'cancelled', payment_status: 'paid by card', payment: PAYMENT })
  expect(html).toMatch(/>paid by card<\/span>\s*<span class="tag">refunded</)
  expect(
    shown({ payment_status: 'paid by card', payment: { ...PAYMENT, refunds: [] } }),
  ).not.toMatch(/refund/)
})
