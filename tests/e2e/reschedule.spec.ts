import { expect, type Locator, type Page } from '@playwright/test'
import { changeDeadline } from '#domain/appointment.ts'
import { formatDeadline, formatLongDate, londonInstant } from '#domain/time.ts'
import { book, card, confirm, modal } from '#tests/e2e/support/appointments.ts'
import { pickTime } from '#tests/e2e/support/booking.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import {
  cancelEvent,
  type ImportedEvent,
  importEvent,
  mailsTo,
  POLL,
} from '#tests/e2e/support/site.ts'
import {
  callApi,
  endSession,
  expectAccessible,
  signUpByApi,
  test,
} from '#tests/e2e/support/test.ts'

/** Opens the modal of the event's appointment and chooses a time in it. */
async function choose(page: Page, event: ImportedEvent, time: string): Promise<void> {
  await page.goto('/upcoming-events')
  await card(page, event)
    .getByRole('button', { name: /^Reschedule/ })
    .click()
  await pickTime(page, time)
}

/** Closes the open dialog and opens it again by `button` before the browser tells, in a later task, that it was closed. */
async function closeAndReopen(page: Page, button: Locator): Promise<void> {
  const dialog = page.locator('dialog[open]')
  const opener = await button.elementHandle()
  await dialog.evaluate(async (element, again) => {
    const isTold = new Promise((resolve) =>
      element.addEventListener('close', resolve, { once: true }),
    )
    element.dispatchEvent(new Event('cancel', { cancelable: true }))
    await Promise.resolve()
    if (again instanceof HTMLElement) again.click()
    await isTold
  }, opener)
}

const moveOf = (page: Page) => page.waitForResponse((one) => one.url().endsWith('/update'))

test('APPT-03 APPT-02 a patient changes the time: deadline, own time, disabled confirmation, mail with the same UID and a higher SEQUENCE', async ({
  page,
  context,
  patient,
}) => {
  const event = await importEvent()
  const id = await book(context, patient, event, '09:20')
  const calendar = async () =>
    (await mailsTo(patient.email)).flatMap(({ attachments }) =>
      attachments.map((one) => one.content),
    )
  await expect.poll(async () => (await calendar()).length, POLL).toBe(1)

  await page.goto('/upcoming-events')
  const deadline = changeDeadline({ startsAt: londonInstant(event.date, '09:20') })
  await expect(card(page, event)).toContainText(
    `You can change the time or cancel online until ${formatDeadline(deadline)}.`,
  )
  await expectAccessible(page)
  await card(page, event)
    .getByRole('button', { name: /^Reschedule/ })
    .click()
  await expect(modal(page)).toContainText(`${formatLongDate(event.date)}, 09:20`)
  await expect(modal(page).getByRole('radio', { name: '09:20 your time' })).toBeDisabled()
  await expect(confirm(page)).toBeDisabled()
  await expectAccessible(page)
  await pickTime(page, '10:40')
  await expect(confirm(page)).toBeEnabled()
  // Two clicks without a pause, as a double click sends them.
  await confirm(page).dblclick()

  await expect(modal(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'updated' })).toContainText(
    'Appointment time updated successfully.',
  )
  await expect(card(page, event)).toContainText('10:40')
  await expect(card(page, event).getByRole('button', { name: /^Reschedule/ })).toBeFocused()
  await expectAccessible(page)
  await expect.poll(async () => (await calendar()).length, POLL).toBe(2)
  const [moved = '', booked = ''] = await calendar()
  const uid = `UID:${id}`
  expect(booked).toContain(uid)
  expect(moved).toContain(uid)
  expect(booked).toContain('SEQUENCE:0')
  expect(moved).toContain('SEQUENCE:1')
})

test('APPT-03 two patients move to the same last place at once: one gets it, the other keeps the own place and is told', async ({
  page,
  browser,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await importEvent()
  await book(context, patient, event, '09:00')
  const otherContext = await browser.newContext()
  const other = await signUpByApi(otherContext)
  await book(otherContext, other, event, '09:20')
  const otherPage = await otherContext.newPage()
  await Promise.all([choose(page, event, '10:00'), choose(otherPage, event, '10:00')])

  const pages = [page, otherPage] as const
  const answers = await Promise.all(
    pages.map(async (one) => {
      const [response] = await Promise.all([moveOf(one), confirm(one).click()])
      return response.status()
    }),
  )
  expect([...answers].sort()).toEqual([200, 409])
  const [winner, loser] = answers[0] === 200 ? pages : [otherPage, page]
  const own = answers[0] === 200 ? '09:20' : '09:00'

  await expect(card(winner, event)).toContainText('10:00')
  const alert = modal(loser).getByRole('alert')
  await expect(alert).toContainText('Failed to update appointment.')
  await expect(alert).toContainText('Someone has just taken this time.')
  await expect(modal(loser).getByRole('radio', { name: '10:00' })).toBeDisabled()
  await expect(confirm(loser)).toBeDisabled()
  await expect(modal(loser).getByRole('radio', { name: `${own} your time` })).toBeDisabled()
  await expectAccessible(loser)
  await pickTime(loser, '10:20')
  await confirm(loser).click()
  await expect(card(loser, event)).toContainText('10:20')

  // The places that both left are free again, the ones that they took are not.
  const slots = await callApi(otherContext, 'GET', `/events/${event.id}/slots`)
  const { availableTimeSlots } = slots.body[event.date] as { availableTimeSlots: string[] }
  expect(availableTimeSlots).toEqual(['09:00', '09:20', '09:40', '10:40'])
  await otherContext.close()
})

test('APPT-03 AUTH-07 a session that ends while the modal is open: after the sign-in it opens again with the choice', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const event = await importEvent()
  await book(context, patient, event, '09:00')
  await choose(page, event, '10:00')
  await endSession(page, patient)
  await confirm(page).click()

  await expect(page).toHaveURL(/\/login\?next=%2Fupcoming-events$/)
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(patient.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/upcoming-events')
  await expect(modal(page).getByRole('radio', { name: '10:00' })).toBeChecked()
  await confirm(page).click()
  await expect(card(page, event)).toContainText('10:00')
  await page.reload()
  await expect(card(page, event)).toContainText('10:00')
  await expect(modal(page)).toBeHidden()
})

test('APPT-03 two tabs, and another device: a change in one is told in the open modal of the other and not moved again in silence; a cancelled event closes it', async ({
  page,
  context,
  patient,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await importEvent()
  const id = await book(context, patient, event, '09:00')
  await choose(page, event, '10:00')
  const second = await context.newPage()
  await choose(second, event, '09:40')
  await confirm(second).click()
  await expect(card(second, event)).toContainText('09:40')
  await expect(modal(page).getByRole('radio', { name: '09:40 your time' })).toBeDisabled()
  await expect(modal(page).getByRole('radio', { name: '10:00' })).toBeChecked()
  await expect(modal(page).getByRole('alert')).toContainText('Appointment changed')
  await expectAccessible(page)
  await second.close()

  // Another device does not tell this tab: the server does.
  await callApi(context, 'PATCH', `/appointments/${id}/update`, { appt_time: '10:20' })
  await confirm(page).click()
  await expect(modal(page).getByRole('alert')).toContainText(
    'This appointment was changed meanwhile. Please check its current time before you confirm a new one.',
  )
  await expect(modal(page).getByRole('radio', { name: '10:20 your time' })).toBeDisabled()
  await expect(modal(page).getByRole('radio', { name: '10:00' })).toBeChecked()

  await cancelEvent(event.id)
  await confirm(page).click()
  const message = page.getByRole('dialog', { name: 'Failed to update appointment.' })
  await expect(message).toBeVisible()
  await expectAccessible(page)
  await message.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(card(page, event)).toContainText('cancelled')
  await expect(card(page, event).getByRole('button', { name: /^Reschedule/ })).toBeDisabled()
})

test('APPT-03 a change of the time by keyboard alone, 320 px wide; Escape keeps the time', async ({
  page,
  context,
  patient,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const event = await importEvent()
  await book(context, patient, event, '09:00')
  await page.goto('/upcoming-events')
  const reschedule = card(page, event).getByRole('button', { name: /^Reschedule/ })
  await expect(reschedule).toBeVisible()
  await tabTo(page, new RegExp(`Reschedule ${event.name}`))
  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(modal(page)).toBeHidden()
  await expect(reschedule).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
  await closeAndReopen(page, reschedule)
  await expect(modal(page).getByRole('radio', { name: '09:20' })).toBeEnabled()
  const scroll = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scroll).toBeLessThanOrEqual(320)
  const box = await modal(page).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(box).toBe(0)
  await page.keyboard.press('Shift+Tab')
  await expect(modal(page).getByRole('radio', { name: '10:40' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(modal(page).getByRole('radio', { name: '10:20' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(confirm(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal(page)).toBeHidden()
  await expect(card(page, event)).toContainText('10:20')
})
