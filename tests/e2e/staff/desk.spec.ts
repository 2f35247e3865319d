import { expect, type Page } from '@playwright/test'
import { addDays, formatShortDate, londonDate } from '#core/rules/time.ts'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { BIRTH, failAtDesk, label, newDesk, newEvening } from '#tests/e2e/support/desk.ts'
import { siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { test } from '#tests/e2e/support/test.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'

/** The answer to a form with a fault. */
const REFUSED = /status of 422/

/** Taps and key presses of a person; a scanner types a reference or a label and presses Enter. */
let taps = 0
async function tap(page: Page, name: string): Promise<void> {
  taps += 1
  await page.getByRole('button', { name, exact: true }).click()
}
async function scan(page: Page, field: string, text: string): Promise<void> {
  const input = page.getByLabel(field)
  await expect(input).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

async function answerNo(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Questions before the test' })).toBeVisible()
  for (const no of await page.getByLabel('No', { exact: true }).all()) {
    taps += 1
    await no.check()
  }
  await tap(page, 'Record the answers')
}

/** From the list to the label that is read back. */
async function readBack(page: Page, reference: string, read: string): Promise<void> {
  await scan(page, 'Reference of a patient', reference)
  await tap(page, 'Both agree')
  await answerNo(page)
  await scan(page, 'Label of the tube', read)
  await expect(page.getByText(spacedLabel(read))).toBeVisible()
}

async function recordTube(page: Page, reference: string, read: string): Promise<void> {
  await readBack(page, reference, read)
  await tap(page, 'All agree: save')
  await expect(page.getByText('The tube is recorded.')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
}

const labelsOf = async (eventId: number) =>
  await sql<{ surname: string; label: string }>(
    `select p.last_name as surname, s.label from app.samples s join app.profiles p using (profile_id)
      where s.event_id = $1 and lab.is_live(s.state) order by p.profile_id`,
    [eventId],
  )

test('CLI-01 CLI-03 CLI-04 CLI-05 CLI-06 CLI-07 CLI-10 an evening: 24 tested, two of them exchanged and corrected, one not tested, two absent, a walk-in', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  test.setTimeout(600_000)
  const surnames = Array.from({ length: 27 }, (_, at) => `Harbour${at}`)
  const { eventId, list, references, cases } = await newEvening(surnames)
  const labels = surnames.map(label)
  const page = await newDesk(context, 'phlebotomist')
  const office = await browser.newContext()
  const lead = await newDesk(office, 'coordinator')
  await page.goto(list)
  taps = 0
  const at = (index: number) => labels[index] ?? ''
  await recordTube(page, references[2] ?? '', at(2))
  expect(taps).toBeLessThanOrEqual(10)
  for (let index = 3; index < 24; index += 1) {
    await recordTube(page, references[index] ?? '', at(index))
  }

  // The last two are exchanged: the person undoes one within two minutes, a coordinator the other.
  await recordTube(page, references[1] ?? '', at(0))
  await recordTube(page, references[0] ?? '', at(1))
  await page.goto(`${cases[0]}/undo`)
  await tap(page, 'Undo')
  await expect(page.getByText('The record is undone.')).toBeVisible()
  await lead.goto(`${cases[1]}/undo`)
  await tap(lead, 'Undo')
  await expect(lead.getByRole('link', { name: 'Write the reason.' })).toBeVisible()
  await lead.getByLabel('Why is the record wrong?').fill('labels exchanged')
  await lead.getByLabel('Label on the tube').fill(at(0))
  await tap(lead, 'Undo')
  await expect(lead.getByText('The record is undone.')).toBeVisible()
  await recordTube(page, references[0] ?? '', at(0))
  await recordTube(page, references[1] ?? '', at(1))

  // A 'yes' stops.
  await scan(page, 'Reference of a patient', references[24] ?? '')
  await tap(page, 'Both agree')
  const questions = page.getByRole('group')
  await questions.filter({ hasText: 'infection' }).getByLabel('Yes', { exact: true }).check()
  for (const name of ['biopsy', 'ejaculated', 'exercised']) {
    await questions.filter({ hasText: name }).getByLabel('No', { exact: true }).check()
  }
  await tap(page, 'Record the answers')
  await expect(page.getByText('Take no blood today.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?done=answers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take no blood')
  await expect(page.getByText('Harbour24')).toHaveCount(0)
  await page.getByRole('link', { name: 'Next patient' }).click()

  // Without an appointment, with a consent on paper.
  const walkIn = await buildProfile(siteDatabase(), { birth_date: BIRTH, last_name: 'Wally' })
  await page.getByRole('link', { name: 'Walk-in', exact: true }).click()
  await page.getByLabel('Reference or profile number').fill(String(walkIn))
  await tap(page, 'Continue')
  await expect(page.getByRole('link', { name: /birth date must be a real day/ })).toBeVisible()
  const [year = '', month = '', day = ''] = BIRTH.split('-')
  await page.getByLabel('Day', { exact: true }).fill(day)
  await page.getByLabel('Month', { exact: true }).fill(month)
  await page.getByLabel('Year', { exact: true }).fill(year)
  await tap(page, 'Continue')
  await tap(page, 'Both agree')
  await page.getByLabel('Number of the signed paper form').fill(`P-${walkIn}`)
  await tap(page, 'Record the paper form')
  await answerNo(page)
  const walkInLabel = label()
  await scan(page, 'Label of the tube', walkInLabel)
  await tap(page, 'All agree: save')
  await expect(page.getByText('The tube is recorded.')).toBeVisible()

  // Closed only when the last two have an outcome, and the tubes are as many as recorded.
  await lead.goto(`${list}/close`)
  await expect(lead.getByRole('button', { name: 'Close the event' })).toHaveCount(0)
  await tap(lead, 'These 2 patients were absent')
  await lead.getByLabel('Number of tubes handed to the courier').fill('24')
  await tap(lead, 'Close the event')
  await expect(
    lead.getByRole('link', { name: /This is not the number of tubes recorded/ }),
  ).toBeVisible()
  await lead.getByLabel('Number of tubes handed to the courier').fill('25')
  await tap(lead, 'Close the event')
  await expect(lead.getByText('The event is closed.', { exact: true })).toBeVisible()
  for (const count of ['Done 25', 'Not tested 1', 'Absent 2', 'Remaining 0', 'Here 0']) {
    await expect(lead.getByRole('link', { name: count, exact: true })).toBeVisible()
  }
  expect(await labelsOf(eventId)).toEqual([
    ...surnames.slice(0, 24).map((surname, index) => ({ surname, label: at(index) })),
    { surname: 'Wally', label: walkInLabel },
  ])
  await page.goto(cases[3] ?? '')
  await expect(page.getByText('This event is closed: nothing is recorded any more.')).toBeVisible()
  await office.close()
})

test('CLI-03 CLI-04 two windows bind one label; after saving, Back, reload and a double click show no patient and change nothing', async ({
  context,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const { eventId, list, references, cases } = await newEvening(['Quayside', 'Lockkeeper'])
  const one = await newDesk(context, 'phlebotomist')
  const two = await context.newPage()
  const read = label()
  await one.goto(list)
  await two.goto(list)
  await readBack(one, references[0] ?? '', read)
  await readBack(two, references[1] ?? '', read)
  await Promise.all([one, two].map((page) => tap(page, 'All agree: save')))
  const recorded = [one, two].map((page) => page.getByText('The tube is recorded.'))
  await expect(
    recorded[0]?.or(one.getByText('This label is used already.').first()) ?? one.locator('x'),
  ).toBeVisible()
  await expect(
    recorded[1]?.or(two.getByText('This label is used already.').first()) ?? two.locator('x'),
  ).toBeVisible()
  const [bound] = await labelsOf(eventId)
  expect(bound?.label).toBe(read)
  const isFirst = bound?.surname === 'Quayside'
  const [saved, told] = isFirst ? [one, two] : [two, one]
  await expect(told.getByText(bound?.surname ?? '')).toHaveCount(0)

  await saved.goBack()
  await expect(saved.getByText(/QUAYSIDE|LOCKKEEPER/)).toHaveCount(0)
  await saved.goto(cases[isFirst ? 0 : 1] ?? '')
  await saved.reload()
  await expect(saved.getByText('The outcome of this patient is recorded.')).toBeVisible()
  await expect(saved.getByText(/QUAYSIDE|LOCKKEEPER/)).toHaveCount(0)

  // The answer of a save is lost: the form sent again stores it once, and the page says so.
  const third = label()
  await told.getByLabel('Label of the tube').fill(third)
  await told.keyboard.press('Enter')
  await expect(told.getByText(spacedLabel(third))).toBeVisible()
  const form = await told
    .locator('main form')
    .evaluate((element) =>
      new URLSearchParams(
        [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)]),
      ).toString(),
    )
  const send = () =>
    context.request.post(told.url(), {
      data: form,
      headers: {
        origin: new URL(told.url()).origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      maxRedirects: 0,
    })
  expect((await send()).headers()['location']).toBe(`${list}?done=tested`)
  await told.getByRole('button', { name: 'All agree: save' }).dblclick()
  await expect(told.getByText('This was recorded before. Nothing was changed.')).toBeVisible()
  expect(await labelsOf(eventId)).toHaveLength(2)
})

test('STF-07 CLI-04 CLI-10 closing needs a fresh code; a second count that differs is refused; after a step the page names nobody', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const { eventId, list, references } = await newEvening(['Wharfinger', 'Dockhand'])
  const page = await newDesk(context, 'phlebotomist')
  await page.goto(list)
  await expect(page.getByText('Wharfinger')).toBeVisible()
  const reads = async () =>
    (
      await sql(`select from app.audit_log where action = 'attendees-read' and subject = $1`, [
        `event:${eventId}`,
      ])
    ).length
  expect(await reads()).toBe(1)
  await recordTube(page, references[0] ?? '', label())
  await expect(page.getByText(/Wharfinger|Dockhand/i)).toHaveCount(0)
  expect(await reads()).toBe(1)
  await page.getByRole('link', { name: 'Show the list' }).click()
  await expect(page.getByText('Wharfinger')).toBeVisible()
  expect(await reads()).toBe(2)

  const office = await browser.newContext()
  const name = await signInAsStaff(office, ['coordinator'])
  const ageCode = (minutes: number) =>
    sql(
      `update app.sessions s set factor_at = app.clock_now() - make_interval(mins => $2)
         from app.staff p where p.staff_id = s.staff_id and p.staff_name = $1`,
      [name, minutes],
    )
  const isClosed = async () =>
    (await sql('select from app.events where event_id = $1 and closed_at is not null', [eventId]))
      .length === 1
  const [lead, other] = [await office.newPage(), await office.newPage()]
  await lead.goto(`${list}/close`)
  await tap(lead, 'This patient was absent')
  await other.goto(`${list}/close`)
  await ageCode(11)
  const tubes = 'Number of tubes handed to the courier'
  await lead.getByLabel(tubes).fill('1')
  await tap(lead, 'Close the event')
  await expect(lead.getByRole('link', { name: /Enter the six digits/ })).toBeVisible()
  expect(await isClosed()).toBe(false)
  await ageCode(1)
  await tap(lead, 'Close the event')
  await expect(lead.getByText('The event is closed.', { exact: true })).toBeVisible()
  expect(await isClosed()).toBe(true)
  await other.getByLabel(tubes).fill('3')
  await tap(other, 'Close the event')
  await expect(other.getByRole('alert')).toContainText('closed already with 1 tube')
  await office.close()
})

test('CLI-02 CLI-09 namesakes have the warning; a page from paper is stored whole or not at all; a name that does not agree stops', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const { eventId, list, references, cases } = await newEvening(['Smith', 'SMITH', 'Ferryman'])
  const page = await newDesk(context, 'phlebotomist')
  for (const one of cases.slice(0, 2)) {
    await page.goto(one)
    await expect(page.getByText('Another patient of this event has the same surname')).toBeVisible()
  }
  await page.goto(cases[2] ?? '')
  await expect(page.getByText('Another patient of this event')).toHaveCount(0)
  await expect(page.getByText(formatShortDate(BIRTH))).toBeVisible()
  await tap(page, 'They do not agree')
  await expect(page.getByText('Take no blood. Ask a coordinator')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take no blood')
  await expect(page.getByText('FERRYMAN')).toHaveCount(0)
  const office = await browser.newContext()
  const lead = await newDesk(office, 'coordinator')
  await lead.goto(cases[2] ?? '')
  await expect(lead.getByText('FERRYMAN')).toBeVisible()

  // A paper form of the wrong patient: the coordinator takes it back, and the page asks for a consent again.
  const paper = await buildProfile(siteDatabase(), { birth_date: BIRTH, last_name: 'Wally' })
  await lead.goto(`${list}/walk-in`)
  await lead.getByLabel('Reference or profile number').fill(String(paper))
  for (const [name, part] of [
    ['Year', 0],
    ['Month', 1],
    ['Day', 2],
  ] as const) {
    await lead.getByLabel(name, { exact: true }).fill(BIRTH.split('-')[part] ?? '')
  }
  await tap(lead, 'Continue')
  await tap(lead, 'Both agree')
  await lead.getByLabel('Number of the signed paper form').fill(`P-${paper}`)
  await tap(lead, 'Record the paper form')
  await expect(lead.getByText(`Consent is on paper: form P-${paper}.`)).toBeVisible()
  const walkIn = lead.url()
  await lead.getByRole('link', { name: 'Take back the consent on paper' }).click()
  await tap(lead, 'Take it back')
  await lead.getByLabel('Why is the record wrong?').fill('form of another patient')
  await tap(lead, 'Take it back')
  await expect(lead.getByText('The consent on paper is taken back.')).toBeVisible()
  await lead.goto(walkIn)
  await expect(lead.getByText('There is no consent for today.')).toBeVisible()
  await lead.getByRole('link', { name: 'The wrong patient: undo the arrival' }).click()
  await expect(lead.getByText('will not be on the list any more')).toBeVisible()
  await tap(lead, 'Undo')
  await expect(lead.getByText('The record is undone.')).toBeVisible()

  // It was the page of the wrong patient.
  await page.getByRole('link', { name: 'Undo the arrival' }).click()
  await expect(page.getByText(/Here, recorded at .* by .*, phlebotomist/)).toBeVisible()
  await tap(page, 'Undo')
  await expect(page.getByText('The record is undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Here 0', exact: true })).toBeVisible()

  // On the next day a coordinator confirms another patient, with a reason; from paper it was refused until then.
  const late = await newEvening(['Harbour'], addDays(londonDate(new Date()), -1))
  await failAtDesk(late.eventId)
  await lead.goto(late.cases[0] ?? '')
  await expect(lead.getByRole('heading', { level: 1 })).toHaveText('Identity not confirmed')
  await tap(lead, 'Confirm the identity')
  await expect(lead.getByRole('link', { name: 'Write the reason.' })).toBeVisible()
  await lead.getByLabel('Why is the identity certain?').fill('a document was seen')
  await tap(lead, 'Confirm the identity')
  await expect(lead.getByText('The identity is confirmed.')).toBeVisible()
  await office.close()

  const first = label()
  await page.goto(list)
  await recordTube(page, references[0] ?? '', first)
  await page.goto(`${list}/paper`)
  await tap(page, 'Save this page')
  await expect(page.getByRole('alert')).toContainText('Nothing was typed on this page')
  const second = label()
  const contradiction = label()
  const field = (patient: string, name: string) =>
    page.getByRole('group', { name: patient }).getByLabel(name)
  await field('Smith, Edwin0', 'Label').fill(contradiction)
  await field('Smith, Edwin0', 'Time, HH:MM').fill('00:01')
  await field('SMITH, Edwin1', 'Label').fill(second)
  await field('SMITH, Edwin1', 'Time, HH:MM').fill('00:01')
  await tap(page, 'Save this page')
  await expect(page.getByText('Nothing of this page was stored.')).toBeVisible()
  await expect(page.getByRole('alert')).not.toContainText(/column|taken_at/)
  expect(await labelsOf(eventId)).toEqual([{ surname: 'Smith', label: first }])
  await expect(field('SMITH, Edwin1', 'Label')).toHaveValue(second)
  await field('Smith, Edwin0', 'Label').fill('')
  await field('Smith, Edwin0', 'Time, HH:MM').fill('')
  await tap(page, 'Save this page')
  await expect(page.getByText('The page is stored.')).toBeVisible()
  expect(await labelsOf(eventId)).toContainEqual({ surname: 'SMITH', label: second })
})
