import { expect } from '@playwright/test'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { cancelEvent, importEvent, mailsTo, near, POLL } from '#tests/e2e/support/site.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { newAddress } from '#tests/fixtures/new-person.ts'

test('EVL-10 nothing found: the nearest and the next events; a confirmed address hears of a new event, and one click ends it', async ({
  page,
  request,
}) => {
  const email = newAddress('notice')
  const others = [await importEvent(), await importEvent(), await near(), await near()]
  await page.goto('/book-event-main?location=ZE1')
  await expect(page.getByText('No upcoming events found')).toBeVisible()
  for (const name of ['The nearest events', 'The next events']) {
    const section = page.getByRole('region', { name })
    await expect(section.getByRole('article')).toHaveCount(3)
  }
  const form = page.getByRole('region', { name: 'Tell me when there is one near' })
  await expect(form.getByLabel('Postcode area')).toHaveValue('ZE1')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect(form.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect(form.getByText('One step is left')).toBeVisible()
  await expect(form.getByRole('heading')).toBeFocused()

  await expect.poll(async () => (await mailsTo(email)).length, POLL).toBe(1)
  const [confirmation] = await mailsTo(email)
  await page.goto(/\/event-notice\?token=[\w-]{43}/.exec(confirmation?.text ?? '')?.[0] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page).toHaveURL(/\/form-result\?form=event-notice-confirmation&result=ok/)

  const lerwick = { city: 'Lerwick', postcode: 'ZE1 0AA', latitude: '60.15', longitude: '-1.14' }
  const created = [await importEvent(lerwick)]
  await expect.poll(async () => (await mailsTo(email)).length, POLL).toBe(2)
  const [notice] = await mailsTo(email)
  expect(notice?.subject).toBe('A new event near you')
  expect(notice?.text).toContain('Lerwick')
  expect(notice?.text).toContain(`/event/${created[0]?.id}`)
  expect(notice?.text).not.toMatch(/PSA|prostate/i)

  const oneClick = /<(.*)>/.exec(notice?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  await page.goto(oneClick)
  await expect(page).toHaveURL('/event-notice')
  await expect(page.getByRole('button', { name: 'Confirm my address' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Stop these messages' })).toBeVisible()
  await expectAccessible(page)
  const ended = await request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(ended.ok()).toBe(true)
  await page.getByRole('button', { name: 'Stop these messages' }).click()
  await expect(page).toHaveURL(/\/form-result\?form=event-notice-end&result=ok/)
  created.push(await importEvent(lerwick))
  // A later mail of the queue shows that the notice would have been sent by now.
  const witness = newAddress('witness')
  await page.goto('/book-event-main?location=TR21')
  await form.getByLabel('Email').fill(witness)
  await form.getByRole('button', { name: 'Tell me' }).click()
  await expect.poll(async () => (await mailsTo(witness)).length, POLL).toBe(1)
  expect(await mailsTo(email)).toHaveLength(2)
  for (const event of [...others, ...created]) await cancelEvent(event.id)
})
