import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { csvLine } from '#core/rules/csv.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { openLabEvening } from '#tests/e2e/support/lab-evening.ts'
import { dataDir, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { expectAccessible, test } from '#tests/e2e/support/test.ts'
import { EVENT_DAY } from '#tests/integration/results/lab-setup.ts'

const REFUSED = /status of 422/
const letters = () => randomBytes(12).toString('hex').replace(/\d/g, '').slice(0, 6)
/** In no log, job or audit row. */
const CANARY = `Canary${letters()}`

type Tube = { label: string; surname: string; born: string }

/** A laboratory and the recorded tubes of four patients. */
async function newLaboratory(): Promise<{ name: string; tubes: Tube[] }> {
  const name = `Upland ${letters()} ${randomLabel(Math.random)}`
  const people = ['One', 'Two', 'Three', 'Four'].map((word, at) => ({
    surname: `${CANARY}${word}`,
    forename: 'Alan',
    birthDate: `195${at}-01-10`,
  }))
  const { tubes } = await openLabEvening(people, name)
  return {
    name,
    tubes: tubes.map(({ label, surname, birthDate }) => ({ label, surname, born: birthDate })),
  }
}

const short = (day: string) =>
  day
    .split('-')
    .reverse()
    .join('/')
    .replace(/\d\d(\d\d)$/, '$1')

/** A file as the laboratory sends it: a title, its own headers, 03/12/26, words, a footer. The second tube has no value, the third another name. */
const sentFile = (name: string, tubes: readonly Tube[]) =>
  Buffer.from(
    [
      `${name} - PSA batch 4471,,,,,,,,\r\n`,
      csvLine([
        'Lab No',
        'Sample ID',
        'Surname',
        'Forename',
        'DOB',
        'Collected',
        'Test',
        'Result',
        'Status',
      ]),
      ...tubes.map(({ label, surname, born }, at) =>
        csvLine([
          `N${at}`,
          label,
          at === 2 ? 'MÜLLER' : surname.toUpperCase(),
          'ALAN',
          short(born),
          short(EVENT_DAY),
          'TOTAL PSA',
          at === 1 ? 'Haemolysed - not tested' : `1.${at} ug/L`,
          'Final',
        ]),
      ),
      'Total samples,4,,,,,,,\r\n',
    ].join(''),
    'latin1',
  )

const decisions = async (tubes: readonly Tube[]) =>
  (
    await sql<{ decision: string; reasons: string[] }>(
      'select decision, reasons from app.lab_rows where label = any($1) order by line',
      [tubes.map(({ label }) => label)],
    )
  ).map(({ decision, reasons }) => [decision, ...[...reasons].sort()].join(' '))

async function choose(page: Page, content: Buffer | string, name = 'results.csv') {
  const buffer = Buffer.from(content)
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer })
}

async function send(page: Page, laboratory: string, content: Buffer | string) {
  await page.goto('/staff/lab')
  await page.getByLabel(laboratory, { exact: true }).check()
  await choose(page, content)
  await page.getByRole('button', { name: 'Send and check' }).click()
}

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(name, { timeout: 20_000 })

async function clerk(context: BrowserContext) {
  await signInAsStaff(context, ['coordinator'])
  return context.newPage()
}

test('LAB-02 three files as laboratories send them: mapped in a form, checked, taken over by the keyboard, every line where the report said', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  test.setTimeout(180_000)
  const [own, plain, foreign] = [
    await newLaboratory(),
    await newLaboratory(),
    await newLaboratory(),
  ]
  const page = await clerk(context)
  await page.setViewportSize({ width: 320, height: 800 })
  const file = sentFile(own.name, own.tubes)

  // Without a mapping the file is refused, in words, and nothing is stored.
  await send(page, own.name, file)
  await heading(page, 'Refused')
  await expect(page.getByText('This file is not UTF-8')).toBeVisible()
  await expectAccessible(page)

  // The mapping: first a preview, which shows headers and no patient.
  await page.goto('/staff/lab')
  await page.getByRole('link', { name: 'How each laboratory writes its files' }).click()
  await page.getByRole('link', { name: own.name }).click()
  await page.getByLabel('ANSI (Windows-1252)').check()
  await page.getByLabel('03/12/26: day, month, two digits of the year').check()
  await page.getByLabel('The unit may follow the number', { exact: false }).check()
  await page
    .getByLabel('Lines that are not rows begin with')
    .fill(`${own.name} - PSA batch\nTotal samples`)
  const headers = {
    Laboratory: '',
    'Label of the tube': 'Sample ID',
    Surname: 'Surname',
    'Date of birth': 'DOB',
    'Day of collection': 'Collected',
    Test: 'Test',
    Value: 'Result',
    Unit: '',
    Status: 'Status',
    Forename: 'Forename',
    'NHS number': '',
    'Number of the laboratory': '',
    'Comments of the laboratory': '',
  }
  const field = (label: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${label}( \\(optional\\))?$`) })
  for (const [label, header] of Object.entries(headers)) await field(label).fill(header)
  await field('Words for a final value').fill('Final')
  await field('Words for a tube that was not tested').fill('Haemolysed - not tested')
  const sample = page.getByLabel('Sample file')
  await sample.setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: file })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('With this mapping the file is refused:')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Sample ID' })).toBeVisible()
  await expect(page.getByText(CANARY, { exact: false })).toHaveCount(0)
  expect(await page.content()).not.toMatch(new RegExp(`${CANARY}|${own.tubes[0]?.label}`, 'i'))
  await expectAccessible(page)
  await field('Other headers, whose columns are not read').fill('Lab No')
  await sample.setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: file })
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('4 rows, 2 lines not a row')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The mapping is saved.')).toBeVisible()
  await expect(page.getByText('(in force)')).toBeVisible()

  // Another person imports: who saved the mapping does not. The same file, unchanged: checked, and nothing is a result before 'Take over'.
  const importer = await signInAsStaff(context, ['coordinator'])
  await send(page, own.name, file)
  await heading(page, 'Checked')
  await expectAccessible(page)
  await expect(page.getByRole('row', { name: /^4 .*no value/ })).toBeVisible()
  expect(await decisions(own.tubes)).toEqual([])
  const address = page.url()
  const other = await context.newPage()
  await other.goto(address)
  const takeOver = page.getByRole('button', { name: 'Take over the file' })
  await expect(page.getByText('Taking over gives 2 results, 2 rows that wait.')).toBeVisible()
  await takeOver.focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Taken over')
  await other.getByRole('button', { name: 'Take over the file' }).click()
  await heading(other, 'Taken over')
  const ENDS = [
    'accepted',
    'quarantined not-tested unit-differs value-missing',
    'quarantined surname-differs',
    'accepted',
  ]
  expect(await decisions(own.tubes)).toEqual(ENDS)
  await send(page, own.name, file)
  await heading(page, 'Refused')
  await expect(
    page.getByText(new RegExp(`taken over on .* by ${importer}, coordinator`)),
  ).toBeVisible()

  // Without script, in the standard format; then a file of another laboratory.
  const bare = await browser.newContext({ javaScriptEnabled: false })
  const still = await clerk(bare)
  const header =
    'laboratory,label,surname,forename,date_of_birth,collected_on,test,value,unit,status'
  const rows = (laboratory: string, tubes: readonly Tube[]) =>
    `${header}\r\n${tubes.map(({ label, surname, born }) => `${laboratory},${label},${surname},Alan,${born},${EVENT_DAY},PSA,1.2,ng/mL,F`).join('\r\n')}`
  await send(still, plain.name, rows(plain.name, plain.tubes))
  await heading(still, 'Checked')
  await expect(still.getByText('Taking over gives 4 results, 0 rows that wait.')).toBeVisible()
  await still.getByRole('button', { name: 'Take over the file' }).click()
  await heading(still, 'Taken over')
  expect(await decisions(plain.tubes)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
  await send(still, plain.name, rows(foreign.name, foreign.tubes))
  await heading(still, 'Refused')
  await expect(still.getByText('choose the laboratory that sent the file')).toBeVisible()
  await send(still, foreign.name, rows(foreign.name, foreign.tubes).replace(/1950-01-10/, '18273'))
  await heading(still, 'Refused')
  await expect(still.getByText('a spreadsheet has changed this file')).toBeVisible()
  await bare.close()

  // What is no CSV file is refused on the form.
  await page.goto('/staff/lab')
  for (const [content, problem] of [
    ['PK\u0003\u0004', 'This is a workbook of Excel (XLSX).'],
    ['', 'The file is empty'],
  ] as const) {
    await page.getByLabel(own.name, { exact: true }).check()
    await choose(page, content, 'results.xlsx')
    await page.getByRole('button', { name: 'Send and check' }).click()
    await expect(page.getByRole('link', { name: problem })).toBeVisible()
  }
  await expectAccessible(page)

  const found = await sql<{ text: string }>(
    `select payload::text as text from app.jobs union all select to_jsonb(e)::text from app.error_log e
     union all select to_jsonb(a)::text from app.audit_log a union all select to_jsonb(u)::text from app.lab_uploads u
     union all select convert_from(content_sealed, 'LATIN1') from app.lab_upload_pieces`,
  )
  const everything = found.map(({ text }) => text).join('\n')
  expect(everything.toLowerCase()).not.toContain(CANARY.toLowerCase())
  const log = readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')
  expect(log.toLowerCase()).not.toContain(CANARY.toLowerCase())
  // The control: what is searched for is in the database where it belongs.
  const [named] = await sql('select from app.profiles where last_name = $1', [
    own.tubes[0]?.surname,
  ])
  expect(named).toBeDefined()
})
