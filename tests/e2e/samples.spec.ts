import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataDir, sql } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

type Accounts = { patients: { email: string; password: string; firstName: string }[] }

test('AUTH-01 npm start adds sample patients who can sign in, and books every place of the full sample event', async ({
  page,
}) => {
  const file = join(dataDir(), 'sample-accounts.json')
  const { patients } = JSON.parse(readFileSync(file, 'utf8')) as Accounts
  expect(patients.length).toBeGreaterThanOrEqual(4)
  const full = await sql<{ total_spaces: number; booked: number }>(
    `select e.total_spaces, count(a.appointment_id)::int as booked from app.events e
       left join app.appointments a on a.event_id = e.event_id and a.status = 'booked'
      where e.external_ref like 'sample-%-full' group by e.event_id`,
  )
  expect(full.length).toBeGreaterThan(0)
  for (const { total_spaces, booked } of full) expect(booked).toBe(total_spaces)

  const { email, password, firstName } = patients[0] ?? { email: '', password: '', firstName: '' }
  await page.goto('/login?next=/upcoming-events')
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign in|login/i })
    .click()
  await expect(page).toHaveURL('/upcoming-events')
  await expect(page.getByText(firstName).first()).toBeVisible()
})
