import { expect, type Page } from '@playwright/test'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { openLabEvening } from '#tests/e2e/support/lab-evening.ts'
import { POLL, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { closeEventOf } from '#tests/integration/results/lab-setup.ts'

/** The answer to a form with a fault. */
const REFUSED = /status of 422/
const LIST = '/staff/lab/waiting'

const resultsOf = async (label: string) => {
  const rows = await sql(
    'select from app.results join app.samples using (sample_id) where label = $1',
    [label],
  )
  return rows.length
}

/** At 320 pixels, without a fault of accessibility, and without what must not be there. */
async function check(page: Page, secrets: readonly string[] = []): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, page.url()).toBeLessThanOrEqual(320)
  await expectAccessible(page)
  const text = await page.content()
  for (const secret of secrets) expect(text).not.toContain(secret)
}

/** The entry of a tube in the list. */
const entryOf = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(spacedLabel(label), { exact: true }) })

async function openRow(page: Page, label: string, which = 0): Promise<void> {
  await page.goto(LIST)
  await entryOf(page, label).getByRole('link').nth(which).click()
  await expect(page.getByRole('heading', { name: 'Why it waits' })).toBeVisible()
}

test('LAB-01 LAB-05 namesakes exchanged without a forename both wait, and so does a file edited to match; one difference is accepted by two people, by keyboard, 320 px wide', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const twin = { surname: 'Smithson', birthDate: '1960-05-17' }
  const evening = await openLabEvening([
    { ...twin, forename: 'Daniel' },
    { ...twin, forename: 'David' },
    { surname: 'Quayside', forename: 'Arthur', birthDate: '1955-01-02' },
    { surname: 'Oarsman', forename: 'Bernard', birthDate: '1958-08-09' },
  ])
  const [daniel, david, arthur, bernard] = evening.tubes
  if (!(daniel && david && arthur && bernard)) throw new Error('A tube is missing.')
  await closeEventOf(siteDatabase(), bernard)
  const exchanged = await evening.send(
    [{ ...daniel, label: david.label }, '1.41', { forename: '' }],
    [{ ...david, label: daniel.label }, '24.7', { forename: '' }],
  )
  expect(exchanged).toEqual(['namesake-tube', 'namesake-tube'])
  expect(await evening.send([arthur, '3.33', { surname: 'STRANGER' }])).toEqual(['surname-differs'])
  // The clerk copies the surname of the tube into the file.
  expect(await evening.send([arthur, '3.33'])).toEqual(['another-row-waits'])
  expect(await evening.send([bernard, '2.22', { surname: 'Oarsmann' }])).toEqual([
    'surname-differs',
  ])

  await signInAsStaff(context, ['coordinator'])
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(LIST)
  await check(page, ['Smithson', 'STRANGER', 'Oarsman', 'Bernard', '24.7', '3.33', '2.22'])
  for (const { label } of [daniel, david]) await expect(entryOf(page, label)).toHaveCount(1)
  await expect(entryOf(page, arthur.label).getByRole('link')).toHaveCount(2)
  for (const { label } of evening.tubes) expect(await resultsOf(label)).toBe(0)
  await openRow(page, arthur.label, 1)
  await expect(
    page.getByRole('listitem').filter({ hasText: 'another row of this label waits' }),
  ).toBeVisible()
  await expect(page.getByText('Confirm it:')).toHaveCount(1)

  await openRow(page, bernard.label)
  await check(page, ['2.22'])
  await expect(page.getByRole('row', { name: /^Surname differs Oarsmann oarsman$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Forename agrees Bernard bernard$/ })).toBeVisible()
  const question = await page.getByLabel('Text to copy').inputValue()
  expect(question).toContain(spacedLabel(bernard.label))
  expect(question).toContain('Which surname is on the tube?')
  expect(question).not.toMatch(/oarsman|bernard|2\.22/i)

  // Another person has opened the row before the proposal.
  const office = await browser.newContext()
  await signInAsStaff(office, ['coordinator'])
  const second = await office.newPage()
  await openRow(second, bernard.label)

  const type = async (field: RegExp, text: string) => {
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await tabTo(page, /What is to happen/)
  await page.keyboard.press('Space')
  await type(/Why\?/, 'run sheet, line 4')
  await tabTo(page, /Propose/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Type what is written on the paper form.')
  await check(page)
  await page.getByLabel('The surname on the paper form').fill('Oarsmann')
  await page.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The paper form does not agree with the tube.',
  )
  await page.getByLabel('The surname on the paper form').fill('OARSMAN')
  await page.getByRole('button', { name: 'Propose' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Your proposal is stored.' }),
  ).toBeVisible()
  expect(await resultsOf(bernard.label)).toBe(0)
  const start = await office.newPage()
  await start.goto('/staff')
  const offered = { name: 'Rows that another person proposes to end, for you to accept' }
  await expect(start.getByRole('link', offered)).toBeVisible()
  expect(await start.content()).not.toMatch(/oarsman|quayside|smithson/i)
  await start.getByRole('link', offered).click()
  await expect(entryOf(start, bernard.label)).toContainText('for you to accept')

  const accept = async (by: Page) => {
    await by.getByLabel('Accept the one difference').check()
    await by.getByLabel('The surname on the paper form').fill('Oarsman')
    await by.getByLabel('Why?').fill('consent form seen')
    await by.getByRole('button', { name: /^Propose/ }).click()
  }
  await openRow(page, bernard.label)
  await accept(page)
  await expect(page.getByRole('alert')).toContainText('You proposed this already')
  await accept(second)
  await expect(second.getByRole('alert')).toContainText('This row was changed after you opened it.')
  await expect(
    second.getByText('proposes to accept its one difference: run sheet, line 4'),
  ).toBeVisible()
  await accept(second)
  await expect(second.getByText('The row is taken over.')).toBeVisible()
  expect(await resultsOf(bernard.label)).toBe(1)
  // The page of the first person is out of date now.
  await accept(page)
  await expect(page.getByRole('alert')).toContainText(
    'taken over, with one difference that was accepted',
  )
  await office.close()
})

test('LAB-11 AUD-01 one tube that is left out of the file: the balance names its patient, and no other, 320 px wide', async ({
  context,
}) => {
  const surnames = ['Lockhart', 'Millrace', 'Norsewood']
  const evening = await openLabEvening(
    surnames.map((surname, at) => ({
      surname,
      forename: `Gilbert${'abc'[at]}`,
      birthDate: `1956-07-1${at}`,
    })),
  )
  const [first, lost, third] = evening.tubes
  expect(await evening.send([first, '1.1'], [third, '1.3'])).toEqual([])
  await signInAsStaff(context, ['coordinator'])
  const page = await context.newPage()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/staff/events/${evening.eventId}`)
  await page.getByRole('link', { name: 'Balance' }).click()
  await check(page, surnames)
  await expect(page.getByText('The balance is open.')).toBeVisible()
  await tabTo(page, /Tubes in no file of the laboratory/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Millrace, Gilbertb', { exact: true })).toBeVisible()
  await check(page, ['Lockhart', 'Norsewood'])
  await expect(page.getByText('The laboratory has sent nothing.')).toBeVisible()
  const [read] = await sql<{ subjects: number[] }>(
    `select subjects from app.audit_log where action = 'balance-read' and subject = $1`,
    [`event:${evening.eventId}`],
  )
  expect(read?.subjects.map(Number)).toEqual([lost?.profileId])
  await page.getByRole('link', { name: 'Offer a free repeat' }).click()
  await check(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('LAB-14 AUD-01 a refused tube: the mail is shown first, the patient is told once and books a free repeat', async ({
    page,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 500/)
    const { tubes, send } = await openLabEvening([
      { surname: 'Ferryman', forename: 'Cedric', birthDate: '1957-03-04' },
    ])
    const [tube] = tubes
    expect(await send([tube, '', { status: 'X' }])).toEqual(['not-tested value-missing'])
    await signInAsStaff(context, ['clinician'])
    await openRow(page, tube?.label ?? '')
    const row = new URL(page.url()).pathname.split('/').at(-1)
    await page.getByRole('link', { name: 'offer a free repeat' }).click()
    await expect(page.getByText('Cedric Ferryman')).toBeVisible()
    await expect(page.getByText('Please book another appointment with')).toBeVisible()
    await expect(page.getByText('1 patient gets the mail below')).toBeVisible()
    const form = page.url()
    const stale = await context.newPage()
    await stale.goto(form)
    for (const [one, says] of [
      [page, 'The mail is on its way'],
      [stale, 'This was recorded before.'],
    ] as const) {
      await one.getByLabel('The laboratory refused it').check()
      await one.getByRole('button', { name: 'Tell 1 patient' }).click()
      await expect(one.getByText(says)).toBeVisible()
    }
    const told = () =>
      sql(
        `select from app.jobs where payload ->> 'template' = 'sample-spoiled' and payload ->> 'profile_id' = $1`,
        [String(tube?.profileId)],
      )
    expect(await told()).toHaveLength(1)
    await expect
      .poll(
        async () =>
          (await sql('select from app.free_repeats where profile_id = $1', [tube?.profileId]))
            .length,
        POLL,
      )
      .toBe(1)

    // Without its audit row neither page names the patient. Other tests read their own rows at the same time.
    const sample = new URL(form).pathname.split('/').at(-1)
    await sql(
      `alter table app.audit_log add constraint refuses_row check (subject not in ('lab-row:${row}', 'sample:${sample}')) not valid`,
    )
    try {
      for (const path of [`${LIST}/${row}`, form]) {
        const response = await page.goto(path)
        expect(response?.status(), path).toBe(500)
        expect(await response?.text()).not.toContain('Ferryman')
      }
    } finally {
      await sql('alter table app.audit_log drop constraint refuses_row')
    }
  })
})
