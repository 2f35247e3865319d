import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { csvLine, csvRecords } from '#core/rules/csv.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { newLabels } from '#results/server/labels.ts'
import { expectNoHorizontalScroll } from '#tests/e2e/public/support/checks.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { pdfPages } from '#tests/e2e/support/pdf-text.ts'
import { siteSealer } from '#tests/e2e/support/results.ts'
import { siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { buildConsent, buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'

const TODAY = londonDate(new Date())
const NURSE = 'Bea Lund, phlebotomist'
const NAMES = [
  'Smith',
  'Featherstonehaugh-Cholmondeley',
  'O’Brien',
  'Wolfeschlegelsteinhausenbergerdorff-Montgomery',
  'Ng',
]

let made = 0

/** An event with so many booked patients, six at a time; the first two have one surname and birth date. */
async function bookedEvent(day: string, patients: number) {
  const database = siteDatabase()
  made += 1
  const name = `Corn Exchange ${process.pid} ${made}`
  const id = await buildEvent(database, {
    event_on: day,
    event_name: name,
    start_time: '18:00',
    end_time: '21:00',
    places_per_slot: 6,
    total_spaces: 108,
    lab_name: 'Northgate Pathology',
  })
  const slots = await slotsOf(database, id)
  const booked: { profileId: number; reference: string }[] = []
  for (let at = 0; at < patients; at += 1) {
    const profileId = await buildProfile(database, {
      first_name: `Edwin ${at}`,
      last_name: at < 2 ? 'Twinfield' : (NAMES[at % NAMES.length] ?? ''),
      birth_date: addDays('1961-02-03', at < 2 ? 0 : at),
      phone: '+447700900123',
    })
    await buildConsent(database, profileId, day)
    const { rows } = await database.query<{ id: string }>(
      `with booked as (
         insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, booked_at, idempotency_key)
         values ($1, $2, $3, $3::timestamptz + interval '10 minutes', $4, 'booked', app.clock_now(), gen_random_uuid()) returning *)
       insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
       select appointment_id, profile_id, booked_at, 'booked', slot_start, 'patient' from booked returning appointment_id as id`,
      [id, profileId, slots[Math.floor(at / 6)], 1 + (at % 6)],
    )
    booked.push({ profileId, reference: referenceNumber(rows[0]?.id ?? '') })
  }
  return { id, name, booked }
}

const patientRows = (page: Page) => page.getByRole('table').locator('tbody tr')

/** The patients whom the last audit row of this kind names. */
async function lastSubjects(action: string, eventId: number): Promise<number[]> {
  const [row] = await sql<{ subjects: string[] }>(
    'select subjects from app.audit_log where action = $1 and subject = $2 order by audit_id desc limit 1',
    [action, `event:${eventId}`],
  )
  return (row?.subjects ?? []).map(Number)
}

test('EVM-02 CLI-01 CLI-08 AUD-01 STF-08 a coordinator finds the event of today, prints the run sheet and the labels, and the file of the run sheet is read again', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const event = await bookedEvent(TODAY, 30)
  await signInAsStaff(context, ['coordinator'])
  await page.goto('/staff')
  const listed = page.getByRole('listitem').filter({ hasText: event.name })
  await expect(listed).toContainText('30 of 108 places taken')
  await expect(page.locator('body')).not.toContainText('Twinfield')
  await expectAccessible(page)

  await tabTo(page, new RegExp(`/ ${event.name}$`))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.name)
  await expect(patientRows(page)).toHaveCount(30)
  await expect(patientRows(page).first()).toContainText(event.booked[0]?.reference ?? '')
  await expect(patientRows(page).first()).toContainText(
    `Same surname and birth date as ${event.booked[1]?.reference}`,
  )
  expect(await lastSubjects('attendees-read', event.id)).toEqual(
    event.booked.map(({ profileId }) => profileId),
  )
  await expectAccessible(page)

  // The file: three tubes are filled in and recorded.
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Run sheet as a file (CSV)' }).click()
  const saved = readFileSync(await (await saving).path(), 'utf8')
  const [header = [], ...lines] = [...csvRecords(saved)].map(({ cells }) => [...cells])
  expect(lines.slice(0, 30).map((cells) => cells[header.indexOf('reference')])).toEqual(
    event.booked.map(({ reference }) => reference),
  )
  for (const cells of lines.slice(0, 3)) {
    cells[header.indexOf('outcome')] = 'attended'
    cells[header.indexOf('label')] = newLabels(1)[0] ?? ''
    cells[header.indexOf('taken_at')] = '00:00'
  }
  const outcome = await recordAttendance(
    { database: siteDatabase(), sealer: siteSealer() },
    [header, ...lines].map(csvLine).join(''),
    NURSE,
  )
  expect(outcome).toMatchObject({ ok: true, counts: { attended: 3 } })
  const reloaded = await page.reload()
  expect((await reloaded?.body())?.length).toBeLessThan(30_000)
  await page.getByRole('link', { name: 'Done 3' }).click()
  await expect(patientRows(page)).toHaveCount(3)
  expect(await lastSubjects('attendees-read', event.id)).toHaveLength(3)

  await page.goto(`/staff/events/${event.id}/run-sheet`)
  await expectAccessible(page)
  const sheets = pdfPages(await page.pdf({ preferCSSPageSize: true }))
  const [, pages] = /Page 1 of (\d+)/.exec(sheets[0] ?? '') ?? []
  expect(sheets).toHaveLength(Number(pages))
  for (const [at, text] of sheets.entries()) {
    expect(text).toContain(event.name)
    expect(text).toContain(`Page ${at + 1} of ${pages}`)
  }
  const printed = sheets.join('')
  for (const { reference } of event.booked) expect(printed).toContain(reference)
  expect(printed).not.toContain('7700')
  expect(printed).not.toContain('Sign out')
  expect(await lastSubjects('run-sheet-read', event.id)).toEqual(
    event.booked.map(({ profileId }) => profileId),
  )

  await page.getByRole('link', { name: 'Labels', exact: true }).click()
  await page.getByRole('button', { name: 'Make new labels' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose the sheets of labels')
  await page.getByLabel('How many pairs').fill('35')
  await page.getByLabel('38.1 × 21.2 mm').check()
  await page.getByRole('button', { name: 'Make new labels' }).click()
  await expect(page.getByRole('status').first()).toContainText('2 sheets, 35 pairs')
  await expectAccessible(page)
  const labels = pdfPages(await page.pdf({ preferCSSPageSize: true }))
  expect(labels).toHaveLength(2)
  const codes = labels.join('').match(/H[0-9A-Y]{7}/g) ?? []
  expect(codes).toHaveLength(70)
  expect(new Set(codes).size).toBe(35)
})

test('CLI-01 a scanner or the keyboard opens a patient by the reference; a wrong one is refused, and the next one can be scanned', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const [event, other] = [await bookedEvent(TODAY, 3), await bookedEvent(TODAY, 1)]
  await signInAsStaff(context, ['phlebotomist'])
  const own = `/staff/events/${event.id}`
  await page.goto(own)
  const field = page.getByLabel('Reference of a patient')
  for (const wrong of [other.booked[0]?.reference ?? '', 'Twinfield', '']) {
    await expect(field).toBeFocused()
    await page.keyboard.type(wrong)
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('alert')).not.toContainText('Twinfield')
    await expect(field).toHaveValue('')
  }
  await expectAccessible(page)
  const reference = event.booked[1]?.reference ?? ''
  await page.keyboard.type(reference.replace('-', '').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${own}/patient/${reference.slice(0, 4)}`, 'i'))
})

test('CLI-01 STF-03 a phlebotomist opens the event of today, and neither that of yesterday nor the run sheet', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/)
  const [today, yesterday] = [await bookedEvent(TODAY, 3), await bookedEvent(addDays(TODAY, -1), 4)]
  const name = await signInAsStaff(context, ['phlebotomist'])
  await page.goto('/staff')
  await expect(page.getByRole('link', { name: today.name })).toBeVisible()
  await expect(page.getByRole('link', { name: yesterday.name })).toHaveCount(0)
  await page.goto(`/staff/events/${today.id}`)
  await expect(patientRows(page)).toHaveCount(3)
  await expect(page.getByRole('link', { name: /Run sheet/ })).toHaveCount(0)
  for (const path of [`${yesterday.id}`, `${today.id}/run-sheet`, `${today.id}/run-sheet.csv`]) {
    const response = await page.goto(`/staff/events/${path}`)
    expect(response?.status()).toBe(403)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'You are not allowed to do this.',
    )
    await expect(page.locator('body')).not.toContainText('Twinfield')
  }
  const refused = await sql<{ subject: string }>(
    `select subject from app.audit_log where action = 'staff-page-refused' and operator = $1 order by audit_id`,
    [name],
  )
  expect(refused.map(({ subject }) => subject)).toEqual([
    'page:/staff/events/[id]',
    'page:/staff/events/[id]/run-sheet',
    'page:/staff/events/[id]/run-sheet.csv',
  ])
})

test('AUD-01 when the audit row cannot be written, no page names a patient', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 500/)
  const event = await bookedEvent(TODAY, 2)
  await signInAsStaff(context, ['coordinator'])
  const pages = ['', '/run-sheet', '/run-sheet.csv'].map((end) => `/staff/events/${event.id}${end}`)
  const rule = `refuses_${event.id}`
  await sql(
    `alter table app.audit_log add constraint ${rule} check (subject <> 'event:${event.id}') not valid`,
  )
  try {
    for (const path of pages) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(500)
      expect(await response?.text()).not.toContain('Twinfield')
    }
  } finally {
    await sql(`alter table app.audit_log drop constraint ${rule}`)
  }
  const response = await page.goto(pages[0] ?? '')
  expect(await response?.text()).toContain('Twinfield')
})

test.describe('without script, in forced colours', () => {
  test.use({ javaScriptEnabled: false, contextOptions: { forcedColors: 'active' } })

  test('CLI-01 the page of an event works', async ({ page, context }) => {
    const event = await bookedEvent(TODAY, 5)
    await signInAsStaff(context, ['coordinator'])
    await page.goto(`/staff/events/${event.id}`)
    await page.getByRole('link', { name: 'Absent 0' }).click()
    await expect(page.getByText('There is no patient in this state.')).toBeVisible()
    await page.getByRole('link', { name: 'Run sheet', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Page 1 of 2' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  })
})

test('CLI-01 EVM-02 STF-08 the pages fit a window of 320 pixels and text of twice the size', async ({
  page,
  context,
}) => {
  const event = await bookedEvent(TODAY, 6)
  await signInAsStaff(context, ['coordinator'])
  const own = `/staff/events/${event.id}`
  for (const path of ['/staff', own, `${own}/run-sheet`, '/staff/labels?pairs=2&stock=l7651']) {
    await page.goto(path)
    await expectNoHorizontalScroll(page)
  }
})
