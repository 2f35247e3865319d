import { afterEach, expect, it, vi } from 'vitest'
import { fakeBrowser, ok, refusal } from '#tests/unit/stores/booking/browser.ts'
import { appointment } from '#tests/unit/stores/booking/samples.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const ID = appointment().appointment_id

async function open(search: string, reply: Parameters<typeof fakeBrowser>[1][string] = 'none') {
  const browser = fakeBrowser(`/booking-success${search}`, { [`GET /appointments/${ID}`]: reply })
  const { loadBooked, $booked } = await import('#stores/booking/success.ts')
  await loadBooked()
  return { browser, booked: $booked.get() }
}

it('BOOK-09 an own booked appointment is the only success', async () => {
  const { booked } = await open(`?appointment=${ID}`, ok(appointment()))
  expect(booked).toMatchObject({ state: 'booked', appointment: { appointment_id: ID } })
})

it.each([
  ['no appointment', '', 'none', 'unnamed'],
  ['no id', '?appointment=7', 'none', 'not-found'],
  ['an unknown one', `?appointment=${ID}`, refusal(404, 'appointment-not-found'), 'not-found'],
  ["another patient's", `?appointment=${ID}`, refusal(403, 'forbidden'), 'not-found'],
  ['a cancelled one', `?appointment=${ID}`, ok(appointment({ status: 'cancelled' })), 'cancelled'],
  ['a past one', `?appointment=${ID}`, ok(appointment({ status: 'attended' })), 'over'],
  ['one while signed out', `?appointment=${ID}`, refusal(401, 'unauthorized'), 'signed-out'],
  ['one without a response', `?appointment=${ID}`, 'none', 'failed'],
] as const)('BOOK-09 the address of %s is no success', async (_, search, reply, state) => {
  expect((await open(search, reply)).booked).toMatchObject({ state })
})
