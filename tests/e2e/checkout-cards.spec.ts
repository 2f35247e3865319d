import { expect } from '@playwright/test'
import {
  alertOf,
  capturesOf,
  cardFrame,
  endCapture,
  expectPaidOnce,
  GOOD,
  holdOf,
  openCheckout,
  pay,
} from '#tests/e2e/support/checkout.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

test('PAY-04 PAY-09 every end of a card says what happened and what to do, and the next card pays once', async ({
  page,
  patient,
}) => {
  await openCheckout(page, patient)
  const ends = [
    [{ number: '4000000000000002' }, 'Your card was declined'],
    [{ number: '4000000000003220' }, 'Your bank could not confirm that it is you'],
  ] as const
  for (const [card, title] of ends) {
    await pay(page, card)
    await expect(alertOf(page, title)).toContainText('Nothing was charged')
    await expect(cardFrame(page, 'Card number').getByLabel('Card number')).toHaveValue('')
  }
  await expectAccessible(page)
  const final = alertOf(page, 'Your payment did not go through')
  await pay(page, { ...GOOD, name: 'CCREJECT-CVV_F' })
  await final.getByRole('button', { name: 'Try again' }).click()
  await pay(page, { number: '4000000000000101' })
  await expect(final).toContainText(
    'Sorry, your transaction could not be processed. Please try again later or with a different payment card.',
  )
  await expect(final).toContainText('Non-recoverable error: ')
  await expectAccessible(page)
  await final.getByRole('button', { name: 'Try again' }).click()
  await pay(page, GOOD)
  await expectPaidOnce(page, patient)
})

test('PAY-04 the bank’s check failed, cancelled and passed: one charge', async ({
  page,
  patient,
}) => {
  await openCheckout(page, patient)
  const bank = page.frameLocator('iframe[title="The check of your bank (test)"]')
  await pay(page, { number: '4868719796782421' })
  await bank.getByRole('button', { name: 'Fail the check' }).click()
  await expect(alertOf(page, 'Your bank could not confirm')).toBeVisible()
  await pay(page, { number: '4868719460707704' })
  await bank.getByRole('button', { name: 'Cancel' }).click()
  await expect(alertOf(page, 'You stopped the payment')).toBeVisible()
  await pay(page, { number: '4868719460707704' })
  await bank.getByRole('button', { name: 'Pass the check' }).click()
  await expectPaidOnce(page, patient)
})

test('PAY-04 a slow, a lost and a pending answer: the page says that it checks, over a reload too, and never pays again', async ({
  page,
  patient,
}) => {
  await openCheckout(page, patient)
  await pay(page, { number: '4000000000000259' })
  const checking = page.getByText('We are checking your payment')
  await expect(checking).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(checking).toBeVisible()
  const [capture] = await capturesOf(await holdOf(patient))
  await endCapture(capture?.id ?? '', 'COMPLETED')
  await expectPaidOnce(page, patient)
})

test('PAY-04 PAY-07 an answer that comes too late (…0341): one charge and the booking', async ({
  page,
  patient,
}) => {
  await openCheckout(page, patient)
  await pay(page, { number: '4000000000000341' })
  await expectPaidOnce(page, patient)
})
