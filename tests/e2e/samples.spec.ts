import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataDir, sql } from '#tests/e2e/support/site.ts'
import { callApi, test } from '#tests/e2e/support/test.ts'

const accounts = () =>
  JSON.parse(readFileSync(join(dataDir(), 'sample-accounts.json'), 'utf8')) as Accounts

type Accounts = { patients: { email: string; password: string; firstName: string }[] }

test('AUTH-01 npm start adds sample patients who can sign in and have no other session, and books every place of the full sample event', async ({
  page,
}) => {
  const { patients } = accounts()
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
  const open = await sql(
    `select email, device from app.sessions where device = 'A browser' and ended_at is null and email = any($1)`,
    [patients.map((one) => one.email)],
  )
  expect(open).toEqual([])
})

test('NHS-02 EVD-07 npm start adds an ESNEFT event with what is known about its venue, which a sample patient can book', async ({
  context,
}) => {
  const [event] = await sql<{ id: string; date: string; from: string }>(
    `select event_id as id, event_on::text as date, left(start_time::text, 5) as from from app.events
      where external_ref like 'sample-%-esneft' order by event_id desc limit 1`,
  )
  const found = await callApi(context, 'GET', `/events/${event?.id}`)
  expect(Object.keys(found.body['venue'] as object)).toHaveLength(6)
  const { email, password } = accounts().patients[3] ?? {}
  await callApi(context, 'POST', '/auth/sign-in', { email, password })
  const hold = await callApi(context, 'POST', '/holds', {
    event_id: Number(event?.id),
    appt_date: event?.date,
    appt_time: event?.from,
    idempotency_key: `e2e-sample-${Date.now()}`,
  })
  expect(hold.status).toBe(201)
  await callApi(context, 'POST', `/holds/${hold.body['hold_id']}/release`)
})

test('LAB-07 LAB-08 LAB-09 npm start adds patients with results over the years: corrected, withdrawn, pending, without a result, and without an appointment', async () => {
  // Other tests have results of their own patients.
  const emails = [accounts().patients.map(({ email }) => email)]
  const shown = await sql<{ first_name: string; results: string }>(
    `select p.first_name, string_agg(r.state || case when corrected then ' corrected' else '' end
         || case when appointment_id is null then ' walk-in' else '' end, ', ' order by taken_at) as results
       from app.released_results r join app.profiles p using (profile_id) where p.is_verified and p.email = any($1) group by 1 order by 1`,
    emails,
  )
  expect(shown).toEqual([
    { first_name: 'Arthur', results: 'released, released, released corrected' },
    { first_name: 'Henry', results: 'released, released, released' },
    { first_name: 'Leonard', results: 'released walk-in' },
    { first_name: 'Martin', results: 'released, withheld' },
  ])
  const waiting = await sql<{ first_name: string; state: string }>(
    `select p.first_name, coalesce(r.state, 'no result') as state from app.samples s join app.profiles p using (profile_id)
       left join app.results r using (sample_id) where r.released_at is null and p.email = any($1) order by 1`,
    emails,
  )
  expect(waiting).toEqual([
    { first_name: 'Arthur', state: 'no result' },
    { first_name: 'Henry', state: 'matched' },
    { first_name: 'Leonard', state: 'no result' },
  ])
  expect(readFileSync(join(dataDir(), 'sample-laboratory-file.csv'), 'utf8')).toMatch(
    /^laboratory,label,/,
  )
})
