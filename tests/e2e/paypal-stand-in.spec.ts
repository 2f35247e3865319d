import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import type { Order, PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import {
  PAYPAL_CREDENTIALS,
  readPayments,
  type TestPaypal,
  testPaypal,
} from '#tests/fixtures/paypal.ts'

let paypal: TestPaypal
let gateway: PaymentGateway
/** The payment of each order. */
const payments = new Map<string, string>()

/** The test's own page, and what it was sent. Not by interception: browsers keep such pages from this computer's addresses. */
let host: Server
let hostUrl: string
const sent: string[] = []

test.beforeAll(async () => {
  paypal = await testPaypal()
  gateway = paypalGateway(readPayments(paypal))
  host = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  hostUrl = `http://localhost:${(host.address() as AddressInfo).port}`
})
test.afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await paypal.stop()
})

async function createOrder(funding: 'card' | 'paypal' = 'card'): Promise<Order> {
  const paymentId = randomUUID()
  const order = await gateway.createOrder({
    paymentId,
    holdId: randomUUID(),
    amountPence: 2_500,
    description: 'Appointment TEST',
    ...{ siteUrl: hostUrl, funding },
  })
  payments.set(order.id, paymentId)
  return order
}

const capture = (orderId: string) => gateway.captureOrder(orderId, payments.get(orderId) ?? '')

/** The page's own script: it shows what the callbacks were told. */
const SCRIPT = `
const show = (text) => { document.querySelector('[role=status]').textContent = text }
const orderFor = (funding) => async () => (await (await fetch('/order?' + funding)).json()).id
const createOrder = orderFor('card')
const onApprove = (data) => show('approved ' + JSON.stringify(data))
const onCancel = () => show('cancelled')
const onError = (error) => show('failed ' + error.message)
const form = paypal.CardFields({ createOrder, onApprove, onCancel, onError })
const fields = [form.NameField(), form.NumberField(), form.ExpiryField(), form.CVVField()]
Promise.all(fields.map((field) => field.render('#fields'))).then(() => show('ready'))
paypal.Buttons({ createOrder: orderFor('paypal'), onApprove, onCancel, onError }).render('#button')
document.querySelector('#pay').addEventListener('click', async () => {
  const { isFormValid } = await form.getState()
  form.submit().catch((error) => { if (!isFormValid) show('invalid ' + error.message) })
})`

const checkoutPage = () => {
  const query = `client-id=${PAYPAL_CREDENTIALS.clientId}&currency=GBP&components=card-fields,buttons`
  return `<!doctype html><html lang="en-GB"><title>Pay</title><main><h1>Pay</h1><p role="status"></p>
<div id="fields"></div><button id="pay">Pay</button><div id="button"></div></main>
<script src="${paypal.url}/sdk/js?${query.replaceAll('&', '&amp;')}"></script><script src="/own.js"></script></html>`
}

/** A page that allows scripts and frames of the stand-in's origin, and nothing else. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  sent.push(`${request.url}${await text(request)}`)
  if (request.url?.startsWith('/order?')) {
    const funding = request.url.endsWith('paypal') ? 'paypal' : 'card'
    response.end(JSON.stringify({ id: (await createOrder(funding)).id }))
    return
  }
  if (request.url === '/own.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
    return
  }
  if (request.url !== '/') {
    response.writeHead(204).end()
    return
  }
  const policy = `default-src 'none'; script-src 'self' ${paypal.url}; frame-src ${paypal.url}; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'`
  const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
  response.writeHead(200, headers).end(checkoutPage())
}

async function open(tab: Page): Promise<void> {
  await tab.goto(hostUrl)
  await expect(tab.getByRole('status')).toHaveText('ready')
}

const field = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`)
const input = (page: Page, title: string) => field(page, title).getByLabel(title)
const dialog = (page: Page) => page.frameLocator('dialog iframe')

async function enter(page: Page, number: string) {
  await input(page, 'Name on card').fill('Test Payer')
  await input(page, 'Card number').fill(number)
  await input(page, 'Expiry date').fill('1230')
  await input(page, 'Security code').fill('123')
}

async function approvedOrder(page: Page): Promise<{ orderID: string; liabilityShift?: string }> {
  await expect(page.getByRole('status')).toContainText('approved')
  return JSON.parse(((await page.getByRole('status').textContent()) ?? '').replace('approved ', ''))
}

test('PAY-02 PAY-06 a card is entered by keyboard alone, and its number never reaches the page', async ({
  page,
}) => {
  await open(page)
  await page.locator('body').focus()
  // Each field is a process of its own: the focus arrives, and the form learns what was typed, after the key.
  for (const [title, typed] of [
    ['Name on card', 'Kay Payer'],
    ['Card number', '4012888888881881'],
    ['Expiry date', '1230'],
    ['Security code', '123'],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(input(page, title)).toBeFocused()
    await page.keyboard.type(typed)
  }
  const isValid = () => page.evaluate('form.getState().then(({ isFormValid }) => isFormValid)')
  await expect.poll(isValid).toBe(true)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const { orderID } = await approvedOrder(page)
  expect((await capture(orderID)).card).toMatchObject({ name: 'Kay Payer', lastDigits: '1881' })
  expect(sent.join()).not.toMatch(/4012 ?8888/)
  expect(await page.content()).not.toMatch(/4012 ?8888/)
})

test('PAY-03 fields say what is wrong until it is put right', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('invalid INVALID_NUMBER')
  await expect(field(page, 'Card number').getByRole('alert')).toHaveText(
    'Enter the card number as it is on the card',
  )
  await expect(input(page, 'Card number')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Expiry date').getByRole('alert')).toContainText('month and year')
  await input(page, 'Card number').fill('4012888888881881')
  await expect(field(page, 'Card number').locator('#message')).toBeEmpty()
})

test('PAY-04 3-D Secure opens in a dialog: passed, failed and cancelled', async ({ page }) => {
  await open(page)
  const pay = page.getByRole('button', { name: 'Pay', exact: true })
  await enter(page, '4868719460707704')
  await pay.click()
  await expect(dialog(page).getByRole('button', { name: 'Pass the check' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await approvedOrder(page)).toMatchObject({ liabilityShift: 'POSSIBLE' })
  await expect(pay).toBeFocused()
  await pay.click()
  await dialog(page).getByRole('button', { name: 'Fail the check' }).click()
  await expect(page.getByRole('status')).toContainText('"liabilityShift":"NO"')
  const { orderID } = await approvedOrder(page)
  expect((await gateway.getOrder(orderID))?.authentication).toMatchObject({ status: 'N' })
  await pay.click()
  await expect(dialog(page).getByRole('button', { name: 'Pass the check' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status')).toHaveText('cancelled')
})

test('PAY-02 the PayPal button pays without a card', async ({ page }) => {
  await open(page)
  await field(page, 'PayPal').getByRole('button').click()
  await dialog(page).getByRole('button', { name: 'Agree and pay' }).click()
  const { orderID } = await approvedOrder(page)
  expect(await capture(orderID)).toMatchObject({ payPalPayer: true, status: 'COMPLETED' })
})

test("the tester's page has no accessibility violation and reflows", async ({ page }) => {
  await createOrder()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(paypal.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test payments: no money moves')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Approve / })
    .first()
    .click()
  await expect(page.getByRole('cell', { name: 'APPROVED', exact: true }).first()).toBeVisible()
})
