import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Fault } from '#local/paypal/settings.ts'
import { expectBooked } from '#tests/e2e/support/booking.ts'
import {
  addresses,
  type EventColumns,
  type ImportedEvent,
  importEvent,
  sql,
} from '#tests/e2e/support/site.ts'
import { callApi, consentByApi, type Patient } from '#tests/e2e/support/test.ts'

export const PRICE = '£25.00'

export const paidEvent = (columns: EventColumns = {}): Promise<ImportedEvent> =>
  importEvent({ payment_required: 'true', price: '25.00', ...columns })

/** A paid event, and the patient's place and consent at 09:00 through the API: /checkout is next. */
export async function paidHold(
  context: BrowserContext,
  { profileId }: Patient,
): Promise<ImportedEvent> {
  const event = await paidEvent()
  const hold = await callApi(context, 'POST', '/holds', {
    event_id: event.id,
    appt_date: event.date,
    appt_time: '09:00',
    idempotency_key: `e2e-${event.id}`,
  })
  expect(hold.status).toBe(201)
  expect((await consentByApi(context, profileId, event.date)).status).toBe(201)
  return event
}

/** The checkout of a place that the patient holds. */
export async function openCheckout(page: Page, patient: Patient): Promise<ImportedEvent> {
  const event = await paidHold(page.context(), patient)
  await page.goto('/checkout')
  return event
}

export const cardFrame = (page: Page, title: string): FrameLocator =>
  page.frameLocator(`iframe[title="${title}"]`)

export type Card = { number: string; expiry?: string; cvv?: string; name?: string }

/** Enters a card into the provider's frames, and the billing address. */
export async function enterCard(page: Page, card: Card): Promise<void> {
  const { number, expiry = '12/30', cvv = '123', name = 'Edwin Marlow' } = card
  const values = {
    'Card number': number,
    'Expiry date': expiry,
    'Security code': cvv,
    'Name on card': name,
  }
  for (const [title, value] of Object.entries(values)) {
    await cardFrame(page, title).getByLabel(title).fill(value)
  }
  await page.getByLabel('Address line 1').fill('1 High Street')
  await page.getByLabel('Town or city').fill('Whitby')
  await page.getByLabel('Postcode').fill('YO21 1AA')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay £/ })

export async function pay(page: Page, card: Card): Promise<void> {
  await enterCard(page, card)
  await payButton(page).click()
}

async function control<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${addresses().paypal}/control${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(response.ok, path).toBe(true)
  return (await response.json()) as Answer
}

/** Lets the provider fail calls about the order of one hold, during `work`. Other tests use the same stand-in. */
export async function withFaults(
  holdId: string,
  faults: readonly Fault[],
  work: () => Promise<void>,
): Promise<void> {
  const path = `/invoices/${holdId}/faults`
  await control(path, { faults })
  try {
    await work()
  } finally {
    await control(path, { faults: [] })
  }
}

/** The provider's script does not load in this page, during `work`. */
export async function withoutScript(page: Page, work: () => Promise<void>): Promise<void> {
  const script = `${addresses().paypal}/sdk/**`
  await page.route(script, (route) => route.fulfill({ status: 503 }))
  await work()
  await page.unroute(script)
}

type Capture = { id: string; status: string; amount: { value: string } }
/** The captures of a hold's orders, as the provider has them. */
export async function capturesOf(holdId: string): Promise<Capture[]> {
  const { orders } = await control<{
    orders: {
      purchase_units: { invoice_id?: string; payments?: { captures?: Capture[] } }[]
    }[]
  }>('/state')
  return orders
    .flatMap(({ purchase_units }) => purchase_units)
    .filter(({ invoice_id }) => invoice_id === holdId)
    .flatMap(({ payments }) => payments?.captures ?? [])
}

export const GOOD = { number: '4012888888881881' }

/** The message of the page with this title. */
export const alertOf = (page: Page, title: string) =>
  page.getByRole('alert').filter({ hasText: title })

/** Appointments and payments of a patient. */
export async function stateOf({ profileId }: Patient) {
  const appointments = await sql<{
    appointment_id: string
    status: string
    payment_status: string
  }>(
    `select appointment_id, status, payment_status from app.appointments
      where profile_id = $1 order by created_at`,
    [profileId],
  )
  const payments = await sql<{ state: string; order_id: string }>(
    'select state, order_id from app.payments where profile_id = $1 order by created_at',
    [profileId],
  )
  return { appointments, payments }
}

/** The id of the patient's only appointment. */
export async function holdOf(patient: Patient): Promise<string> {
  const { appointments } = await stateOf(patient)
  expect(appointments).toHaveLength(1)
  return appointments[0]?.appointment_id ?? ''
}

/** The page says that the place is booked; exactly one appointment is, and exactly one capture paid for it. */
export async function expectPaidOnce(page: Page, patient: Patient): Promise<void> {
  await expectBooked(page)
  const { appointments, payments } = await stateOf(patient)
  const [own] = appointments.filter(({ status }) => status === 'booked')
  expect(appointments.filter(({ status }) => status === 'booked')).toHaveLength(1)
  expect(own?.payment_status).toBe('paid by card')
  expect(payments.filter(({ state }) => state === 'booked')).toHaveLength(1)
  const captures = await capturesOf(own?.appointment_id ?? '')
  // A card that was declined has a capture too, which took nothing.
  const taken = captures.filter(({ status }) => status !== 'DECLINED')
  expect(taken.map(({ status, amount }) => [status, amount.value])).toEqual([
    ['COMPLETED', '25.00'],
  ])
}
