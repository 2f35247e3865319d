import { expect, type Page } from '@playwright/test'
import { answerConsent, chooseTime, consentHeading, pickTime } from '#tests/e2e/support/booking.ts'
import { importEvent, mailOutage, mailsTo, sql } from '#tests/e2e/support/site.ts'
import { bookByApi, callApi, expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'

const isFree = (page: Page, time: string) => page.getByRole('radio', { name: time })

test('BOOK-06 BOOK-07 another man at the same time loses the race with a clear message and chooses again', async ({
  browser,
  page,
  man,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const event = await importEvent()
  const other = await browser.newContext()
  await signUpByApi(other)
  const his = await other.newPage()
  await page.goto(`/book-event?event=${event.id}`)
  await his.goto(`/book-event?event=${event.id}`)
  await pickTime(page, '10:20')
  await pickTime(his, '10:20')
  await his.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(consentHeading(his)).toBeVisible()

  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Someone has just taken this time.')
  await expect(isFree(page, '10:20')).toBeDisabled()
  await expectAccessible(page)
  await chooseTime(page, '10:40')
  await expect(consentHeading(page)).toBeVisible()
  const held = await sql('select 1 from app.appointments where event_id = $1 and status = $2', [
    event.id,
    'held',
  ])
  expect(held).toHaveLength(2)
  expect(man.profileId).toBeGreaterThan(0)
  await other.close()
})

test('BOOK-06 a man whose time ran out is told so, and his place is free again', async ({
  page,
  man,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
  await sql(
    `update app.appointments set hold_expires_at = clock_timestamp() + interval '4 seconds'
      where profile_id = $1 and status = 'held'`,
    [man.profileId],
  )
  await page.reload()
  await expect(page.getByText('Your place is no longer kept')).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await chooseTime(page, '09:20')
  await expect(consentHeading(page)).toBeVisible()
})

test('BOOK-06 Back gives the time step again, and stopping gives the place back', async ({
  page,
  man,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await expect(consentHeading(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Proceed to Consent Form' })).toBeVisible()
  await chooseTime(page, '09:40')
  await expect(consentHeading(page)).toBeVisible()
  const held = await sql<{ status: string }>(
    'select status from app.appointments where profile_id = $1 order by created_at',
    [man.profileId],
  )
  expect(held.map(({ status }) => status)).toEqual(['cancelled', 'held'])
  await page.getByRole('button', { name: 'Stop and give the place back' }).click()
  await expect(page).toHaveURL(`/event/${event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await expect
    .poll(async () => {
      const rows = await sql(
        'select 1 from app.appointments where profile_id = $1 and status = $2',
        [man.profileId, 'held'],
      )
      return rows.length
    })
    .toBe(0)
})

test('BOOK-07 a double click and a second window book one place', async ({
  page,
  context,
  man,
}) => {
  const event = await importEvent()
  await page.goto(`/book-event?event=${event.id}`)
  await chooseTime(page, '09:00')
  await answerConsent(page)
  const second = await context.newPage()
  await second.goto(`/book-event?event=${event.id}`)
  await expect(second.getByText('Your place at 09:00 is kept for')).toBeVisible()
  await chooseTime(second, '09:00')
  await expect(consentHeading(second)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  await expect(page.getByText('Your booking has been booked successfully!')).toBeVisible()
  const rows = await sql<{ status: string }>(
    'select status from app.appointments where profile_id = $1',
    [man.profileId],
  )
  expect(rows).toEqual([{ status: 'booked' }])
  await answerConsent(second)
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByText('Your booking has been booked successfully!')).toBeVisible()
})

test('BOOK-10 mail down: the booking stands and the mail arrives later', async ({
  context,
  man,
}) => {
  const event = await importEvent()
  const booked = async () =>
    (await mailsTo(man.email)).filter(({ attachments }) => attachments.length > 0).length
  const ofThisMan = `payload ->> 'template' = 'booked' and payload ->> 'appointment_id' in
    (select appointment_id::text from app.appointments where profile_id = $1)`
  await mailOutage(true, man.email)
  try {
    const { status } = await bookByApi(context, man, event, '10:00')
    expect(status).toBe(201)
    // A try is counted when it begins; it has failed when its error is noted.
    const failed = async () => {
      const query = `select 1 from app.jobs where last_error is not null and ${ofThisMan}`
      return (await sql(query, [man.profileId])).length
    }
    await expect.poll(failed, { timeout: 20_000 }).toBe(1)
    expect(await booked()).toBe(0)
  } finally {
    await mailOutage(false, man.email)
  }
  await sql(`update app.jobs set run_at = clock_timestamp() where ${ofThisMan}`, [man.profileId])
  await expect.poll(booked, { timeout: 20_000 }).toBe(1)
})

test('EVD-03 BOOK-12 what is not open yet says so, with the helpline, and the server refuses it', async ({
  page,
  context,
  man,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  expect(man.profileId).toBeGreaterThan(0)
  const kinds = {
    'not-open-paid': { payment_required: 'true', price: '2500' },
    'not-open-private': { is_private: 'true', access_code: 'HARBOUR' },
    'not-open-esneft': { lab_name: 'ESNEFT' },
  }
  for (const [reason, columns] of Object.entries(kinds)) {
    const event = await importEvent(columns)
    const refusal = await callApi(context, 'POST', '/holds', {
      event_id: event.id,
      appt_date: event.date,
      appt_time: '09:00',
      idempotency_key: `e2e-${reason}`,
    })
    expect(refusal.status).toBe(409)
    expect(refusal.body['reason']).toBe(reason)
    await page.goto(`/event/${event.id}`)
    await expect(page.getByRole('main')).toContainText('cannot be booked online yet')
    await expectAccessible(page)
  }
})

test('BOOK-01 no event leads to the list of events, no user to the sign-in', async ({ page }) => {
  await page.goto('/book-event')
  await expect(page).toHaveURL('/events')
  await page.goto('/book-event?event=1001')
  await expect(page).toHaveURL('/login?next=%2Fbook-event%3Fevent%3D1001')
})
