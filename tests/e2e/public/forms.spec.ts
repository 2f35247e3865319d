import { expect } from '@playwright/test'
import { mailsTo, POLL } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

test('FORM-01 SITE-08 the newsletter block shows errors, subscribes, and the mailed link confirms', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  const email = newAddress('reader')
  await page.goto('/news')
  const block = page.locator('[data-newsletter]')
  await block.getByRole('button', { name: 'SUBSCRIBE' }).click()
  await expect(block).toContainText('Please provide both name and email.')
  await expectAccessible(page)
  await block.getByLabel('NAME', { exact: true }).fill('Ned')
  await block.getByLabel('EMAIL', { exact: true }).fill('not-an-address')
  await block.getByRole('button', { name: 'SUBSCRIBE' }).click()
  await expect(block).toContainText('Error: ')
  await expect(block.getByText(/^One step is left/)).toBeHidden()
  await block.getByLabel('EMAIL', { exact: true }).fill(email)
  await block.getByRole('button', { name: 'SUBSCRIBE' }).click()
  await expect(
    block.getByText('Successfully subscribed to the newsletter!', { exact: true }),
  ).toBeVisible()
  await expect(block.getByText(/^One step is left/)).toBeVisible()
  await expect(block.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    '/privacy-policy',
  )
  await expect(block.getByLabel('NAME', { exact: true })).toHaveValue('')

  await expect.poll(async () => (await mailsTo(email)).length, POLL).toBe(1)
  const [mail] = await mailsTo(email)
  const path = /\/newsletter\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(path).not.toBe('')
  await page.goto(path)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page).toHaveURL(/\/form-result\?/)
  expect(page.url()).not.toMatch(/[\w-]{43}/)
})

test('ABOUT-05 SITE-09 the contact form names missing answers, sends, and thanks', async ({
  page,
}) => {
  await page.goto('/about-us#contact-us')
  const contact = page.getByRole('region', { name: 'Contact Us' })
  await expect(contact).toContainText('Medical enquiries')
  await expect(contact).toContainText('Event enquiries')
  await expect(contact).toContainText('Please use the form')
  await expect(contact).toContainText('Saltmere')
  const form = contact.locator('[data-contact]')
  const send = form.getByRole('button', { name: 'Send enquiry' })
  await send.click()
  await expect(form.getByText(/^First name/).last()).toBeVisible()
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(5)
  await form.getByLabel('First name', { exact: true }).fill('Arthur')
  await send.click()
  await expect(form.getByRole('link', { name: 'privacy policy' })).toBeVisible()
  await expect(form.locator('a[href^="#"]')).toHaveCount(4)
  await expectAccessible(page)
  const values = {
    'Last name': 'Pendle',
    'Phone number': '01632 960199',
    Email: newAddress('enquiry'),
    Message: 'Can you come to our club?',
  }
  for (const [label, value] of Object.entries(values)) {
    await form.getByLabel(label, { exact: true }).fill(value)
  }
  await send.click()
  await expect(
    form.getByText('Thank you for reaching out! We will get back to you soon.'),
  ).toBeVisible()
})

test('SITE-10 both forms work as HTML form posts without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/about-us')
  const form = page.locator('[data-contact]')
  const values = {
    'First name': 'Arthur',
    'Last name': 'Pendle',
    'Phone number': '01632 960199',
    Email: newAddress('plain'),
    Message: 'Plain and simple.',
  }
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value)
  await form.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(page).toHaveURL(/\/form-result\?/)
  await expect(page.getByRole('main')).toContainText('Thank you for reaching out!')
  await page.goto('/news')
  const block = page.locator('[data-newsletter]')
  await block.getByLabel('NAME', { exact: true }).fill('Ned')
  await block.getByLabel('EMAIL', { exact: true }).fill(newAddress('plain'))
  await block.getByRole('button', { name: 'SUBSCRIBE' }).click()
  await expect(page).toHaveURL(/\/form-result\?/)
  await expect(page.getByRole('main')).toContainText('Successfully subscribed')
  await context.close()
})
