import { expect, type Page } from '@playwright/test'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { openLabEvening } from '#tests/e2e/support/lab-evening.ts'
import { POLL, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'

const LIST = '/staff/lab/waiting'

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

    // Without its audit row neither page names the patient.
    await sql(
      `alter table app.audit_log add constraint refuses_row check (action not in ('quarantine-row-read', 'tube-read')) not valid`,
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
