import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { LETTER_BUTTON, PRINT_BUTTON, READ_BUTTON, WITHHELD_TEXT } from '#results/texts/results.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { openLaboratory } from '#tests/e2e/support/laboratory.ts'
import { confirmAddress } from '#tests/e2e/support/results.ts'
import { dataDir, mailsTo, POLL, siteDatabase } from '#tests/e2e/support/site.ts'
import { callApi, type Patient, test } from '#tests/e2e/support/test.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'

/** Values that no other test has; as seconds of a time, which tables are full of, they would be over 59. */
const FIRST = '73.9193'
const SECOND = '87.4173'
const COMMENT = 'canary-comment-windlass'
const NHS_NUMBER = '4010232137'

const cards = (page: Page) => page.getByRole('article')
/** Waits for the mails about the result; their subject names nothing of it. */
const waitForMails = (patient: Patient, count: number) =>
  expect
    .poll(async () => {
      const mails = await mailsTo(patient.email)
      return mails.filter(({ subject }) =>
        /^(Something new|A change) in your account/.test(subject),
      ).length
    }, POLL)
    .toBe(count)

/** Everything that the site wrote or sent, by place. */
async function writtenBy(page: Page, patient: Patient, urls: readonly string[]) {
  const tables = await allRows(siteDatabase())
  const browser = await page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  return new Map([
    ...tables,
    ['mails', JSON.stringify(await mailsTo(patient.email))],
    ['addresses of requests', urls.join('\n')],
    ['log', readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')],
    ['browser', browser],
  ])
}

test('OPS-02 LAB-01 LAB-04 LAB-07 LAB-08 RES-02 RES-04 RES-05 API-08 a result from the laboratory to the patient, by keyboard alone: quarantined, released, printed, read, corrected, withdrawn; in plain text only on the page', async ({
  page,
  context,
  patient,
}) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const profile = `/auth/profile?email=${encodeURIComponent(patient.email)}`
  await callApi(context, 'PATCH', profile, { nhs_number: NHS_NUMBER })
  await confirmAddress(patient.profileId)
  const laboratory = await openLaboratory(patient)
  await page.goto('/medical-results')
  await expect(cards(page)).toContainText('No lab result')

  expect(await laboratory.send(FIRST, { date_of_birth: '1968-02-29' })).toEqual([
    'quarantined',
    'birth-date-differs',
  ])
  await laboratory.closeRows()
  expect(await laboratory.send(FIRST, { nhs_number: NHS_NUMBER })).toEqual(['accepted'])
  await page.reload()
  await expect(cards(page)).toContainText('No lab result')
  await laboratory.judgeAndRelease('amber', COMMENT)
  await waitForMails(patient, 1)
  await page.reload()
  await expect(cards(page)).toContainText(`${FIRST} ng/mL`)
  await expect(cards(page)).toContainText(COMMENT)

  await page.evaluate(() => {
    window.print = () => undefined
  })
  await tabTo(page, new RegExp(PRINT_BUTTON))
  await page.keyboard.press('Enter')
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: LETTER_BUTTON })).toBeFocused()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(readFileSync(await (await saving).path(), 'latin1')).toContain('%PDF-1.7')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: READ_BUTTON })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(/You confirmed on .* that you have read this\./)).toBeFocused()

  expect(await laboratory.send(SECOND, { status: 'C' })).toEqual(['amended'])
  await page.reload()
  await expect(cards(page)).toContainText(WITHHELD_TEXT)
  await expect(page.getByText(FIRST)).toHaveCount(0)
  await laboratory.judgeAndRelease('red', COMMENT)
  // A mail that waits is superseded by the next one about the same result.
  await waitForMails(patient, 2)
  await page.reload()
  await expect(cards(page)).toContainText('Corrected')
  await expect(cards(page)).toContainText(`${SECOND} ng/mL`)

  await laboratory.withdraw()
  await waitForMails(patient, 3)
  await page.reload()
  await expect(cards(page)).toContainText(WITHHELD_TEXT)
  await expect(page.getByText(SECOND)).toHaveCount(0)

  const written = await writtenBy(page, patient, urls)
  expect(written.get('app.profiles')).toContain(patient.email)
  expect(written.get('log')).toContain('getResultLetter')
  const secrets = [FIRST, SECOND, COMMENT, NHS_NUMBER, '401 023 2137']
  const found = [...written].map(([place, text]) => [place, foundIn(text, secrets)])
  expect(found.filter(([, secret]) => secret?.length)).toEqual([])
  // Other texts of the site have the words of colours: only here none is expected.
  for (const place of ['mails', 'addresses of requests', 'log', 'browser']) {
    expect(foundIn(written.get(place) ?? '', ['amber']), place).toEqual([])
  }
})
