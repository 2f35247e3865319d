import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { Client } from 'pg'
import { queueDueReminders } from '#booking/server/reminders.ts'
import { addDays, londonInstant } from '#core/rules/time.ts'
import { openDatabase } from '#core/server/database/database.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { secondServer } from '#tests/e2e/support/second-server.ts'
import { addresses, dayAhead, mailsTo, POLL, sql } from '#tests/e2e/support/site.ts'
import { bookByApi, expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'

const DAY = dayAhead(20)

/** A database of its own, because its clock is moved: other tests' holds would expire. */
async function ownDatabase() {
  const name = `reminders_${randomBytes(6).toString('hex')}`
  await sql(`create database ${name}`)
  const url = new URL(addresses().database)
  url.pathname = `/${name}`
  await migrate(url.href)
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ event_id: string }>(
    `${BY_HAND}, p as (insert into app.products (product_name, price_pence) values ('Total PSA Test', 0) returning product_id)
     insert into app.events (event_name, event_on, start_time, end_time, session_minutes, price_pence, payment_required, audience,
       total_spaces, contact_email, address_line_1, city, postcode, country, product_id)
     select 'Harbour Hall screening', $1, '09:00', '11:00', 20, 0, false, 'community', 6, 'events@halyard.example', 'Harbour Hall',
       'Whitby', 'YO21 1AA', 'United Kingdom', product_id from p returning event_id`,
    [DAY],
  )
  await client.end()
  return {
    url: url.href,
    event: { id: Number(rows[0]?.event_id), date: DAY },
    drop: () => sql(`drop database ${name} with (force)`),
  }
}

test('REM-01 a patient books, is reminded a week before, and answers ‘I will come’ by keyboard', async ({
  page,
  context,
}) => {
  // Migrates a database and starts two servers.
  test.slow()
  const own = await ownDatabase()
  const now = await secondServer({ DATABASE_URL: own.url })
  const morning = londonInstant(addDays(DAY, -7), '09:30')
  const offset = Math.round((morning.getTime() - Date.now()) / 1000)
  const later = await secondServer({ DATABASE_URL: own.url, CLOCK_OFFSET_SECONDS: String(offset) })
  try {
    await now.start()
    const patient = await signUpByApi(context, {}, now.origin)
    const booked = await bookByApi(context, patient, own.event, '09:20', now.origin)
    expect(booked.status).toBe(201)
    await now.kill()

    await later.start()
    const database = openDatabase({ url: own.url, poolMax: 1, clockOffsetSeconds: offset })
    expect(await queueDueReminders(database, morning)).toBe(1)
    await database.close()
    const reminders = async () =>
      (await mailsTo(patient.email)).filter(({ subject }) => subject.startsWith('Reminder'))
    await expect.poll(async () => (await reminders()).length, POLL).toBe(1)
    const [mail] = await reminders()
    const link =
      /https?:\S+\/appointment-reminder\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).toContain(later.origin)

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your appointment')
    await expect(page.getByText('09:20', { exact: true })).toBeVisible()
    await expectAccessible(page)
    const button = page.getByRole('button', { name: 'I will come' })
    for (
      let n = 0;
      n < 40 && !(await button.evaluate((one) => one === document.activeElement));
      n += 1
    )
      await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('Thank you, we expect you')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('status')).toContainText('Thank you, we expect you')
    await expect(button).toHaveCount(0)

    await page.setViewportSize({ width: 320, height: 640 })
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBe(0)

    await page.getByRole('link', { name: 'Reschedule' }).click()
    await page.getByLabel('Email', { exact: true }).fill(patient.email)
    await page.getByLabel('Password', { exact: true }).fill(patient.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(`${later.origin}/upcoming-events`)
    await page
      .getByRole('dialog', { name: 'Edit Appointment' })
      .getByRole('button', { name: 'Keep the current time' })
      .click()
    await expect(page.getByRole('article').getByText('I will come')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await Promise.all([now.kill(), later.kill()])
    await own.drop()
  }
})
