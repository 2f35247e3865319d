import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { WITHHELD_TEXT } from '#results/texts/results.ts'
import { openLaboratory } from '#tests/e2e/support/laboratory.ts'
import { confirmAddress } from '#tests/e2e/support/results.ts'
import { dataDir, mailsTo, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { signInAsStaff } from '#tests/e2e/support/staff.ts'
import { expectAccessible, signUpByApi, test } from '#tests/e2e/support/test.ts'

const REFUSED = /status of 422/

/** A patient of a tube with this value, with the page of results open. */
async function newPatient(context: BrowserContext, lastName: string, value: string, phone: string) {
  const signedUp = await signUpByApi(context, { last_name: lastName, phone })
  const patient = { ...signedUp, lastName }
  await confirmAddress(patient.profileId)
  const laboratory = await openLaboratory(patient)
  await laboratory.send(value)
  const page = await context.newPage()
  return { patient, laboratory, page }
}

async function newClinician(context: BrowserContext): Promise<Page> {
  await signInAsStaff(context, ['clinician'])
  return await context.newPage()
}

/** It fits a window of 320 pixels and has no fault of accessibility. */
async function check(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, page.url()).toBeLessThanOrEqual(320)
  await expectAccessible(page)
}

/** Moves the judgements of a result into the past. */
const judgedAt = (resultId: string, at: string) =>
  siteDatabase().query(
    `begin; set local session_replication_role = replica;
     update app.gradings set given_at = '${at}' where result_id = '${resultId}'; commit`,
  )

const written = async () => {
  const rows = await sql<{ text: string }>(
    `select payload::text as text from app.jobs
     union all select to_jsonb(e)::text from app.error_log e
     union all select to_jsonb(a)::text from app.audit_log a
     union all select to_jsonb(n)::text from app.follow_up_notes n`,
  )
  const log = readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')
  return [log, ...rows.map(({ text }) => text)].join('\n')
}

test('LAB-12 FUP-01 AUD-01 a red result is shown nowhere before the patient was spoken to, is at the top on the third working day, and the second of two clinicians is told what changed', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const name = 'Windlassred'
  const { patient, laboratory, page } = await newPatient(context, name, '83.7719', '+447700900731')
  const resultId = await laboratory.judge('red', 'a note')
  const tube = spacedLabel(laboratory.label)
  await page.goto('/medical-results')
  await expect(page.getByRole('article')).toContainText('No lab result')

  const desk = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const clinician = await newClinician(desk)
  const line = () => clinician.getByRole('listitem').filter({ hasText: tube })
  await clinician.goto('/staff/calls')
  await expect(line()).toContainText('Call the patient.')
  await expect(clinician.getByText(name)).toHaveCount(0)
  await judgedAt(resultId, '2026-01-05T10:00:00Z')
  await clinician.reload()
  await expect(clinician.getByRole('listitem').filter({ hasText: 'tube' }).first()).toContainText(
    tube,
  )
  await expect(line()).toContainText('Three working days')
  await check(clinician)

  const before = await sql<{ n: string }>(
    `select count(*) as n from app.audit_log where action = 'contact-read' and subjects = array[$1::bigint]`,
    [patient.profileId],
  )
  expect(before).toEqual([{ n: '0' }])
  await line().getByRole('link').focus()
  await clinician.keyboard.press('Enter')
  await expect(clinician.getByText(`${name.toUpperCase()}, Edwin`)).toBeVisible()
  await expect(clinician.getByRole('link', { name: '+447700900731' })).toHaveAttribute(
    'href',
    'tel:+447700900731',
  )
  await expect(clinician.getByText('83.7719 ng/mL')).toBeVisible()
  await check(clinician)

  const other = await browser.newContext()
  const colleague = await newClinician(other)
  await colleague.goto(clinician.url())
  await clinician.getByLabel('I tried, and did not reach the patient').focus()
  await clinician.keyboard.press('Space')
  await clinician.getByLabel('What was said').fill('no-answer-canary')
  await clinician.getByRole('button', { name: 'Record' }).focus()
  await clinician.keyboard.press('Enter')
  await expect(clinician.getByText('Recorded.')).toBeVisible()
  await colleague.getByLabel('I spoke to the patient').check()
  await colleague.getByRole('button', { name: 'Record' }).click()
  await expect(colleague.getByText(/Another clinician recorded something/)).toBeVisible()
  await expect(colleague.getByText('no-answer-canary')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article')).toContainText('No lab result')
  expect(await mailsTo(patient.email)).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringMatching(/Something new/) }),
  )
  await colleague.getByRole('button', { name: 'Record' }).click()
  await expect(colleague.getByText('the result is shown to the patient')).toBeVisible()
  await expect(colleague.getByText(tube)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article')).toContainText('83.7719 ng/mL')

  const everything = await written()
  const mails = JSON.stringify(await mailsTo(patient.email))
  for (const canary of [name, '7700900731', '83.7719', 'no-answer-canary']) {
    expect(everything, canary).not.toContain(canary)
  }
  expect(mails).not.toContain('83.7719')
  await Promise.all([desk.close(), other.close()])
})

test('LAB-08 STF-07 a result of another patient is withdrawn: hidden in the patients’ windows at the next click, both named with a checklist', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED)
  const first = await newPatient(context, 'Capstanone', '71.4419', '+447700900732')
  const otherContext = await browser.newContext()
  const second = await newPatient(otherContext, 'Capstantwo', '72.5519', '+447700900733')
  // The third tube has no value yet.
  const thirdContext = await browser.newContext()
  const signedUp = await signUpByApi(thirdContext, { last_name: 'Capstanthree' })
  const third = { laboratory: await openLaboratory({ ...signedUp, lastName: 'Capstanthree' }) }
  for (const { laboratory, page, value } of [
    { ...first, value: '71.4419' },
    { ...second, value: '72.5519' },
  ]) {
    await laboratory.judgeAndRelease('amber', 'a note')
    await page.goto('/medical-results')
    await expect(page.getByRole('article')).toContainText(value)
  }

  const desk = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const clinician = await newClinician(desk)
  await clinician.goto('/staff/results')
  await check(clinician)
  await clinician
    .getByLabel('Label of the tube, or number of the result')
    .fill(spacedLabel(first.laboratory.label))
  await clinician.getByRole('button', { name: 'Open' }).click()
  await expect(clinician.getByText('71.4419 ng/mL')).toBeVisible()
  await expect(clinician.getByText('Capstanone')).toHaveCount(0)
  await check(clinician)
  await clinician.getByRole('link', { name: 'Withdraw this result' }).click()
  await check(clinician)
  await clinician.getByLabel('It is another patient’s').check()
  await clinician
    .getByLabel('Label of the tube that the value belongs to')
    .fill(second.laboratory.label)
  await clinician.getByLabel('The reason in words').fill('the tubes were exchanged')
  await clinician.getByRole('button', { name: 'Check what will happen' }).click()
  await expect(clinician.getByText(/1 result is withdrawn permanently, and hidden/)).toBeVisible()
  await expect(clinician.getByText('1 mail in neutral words')).toBeVisible()
  await expect(clinician.getByText(/1 result is held, and hidden/)).toBeVisible()
  await check(clinician)
  await first.page.reload()
  await expect(first.page.getByRole('article')).toContainText('71.4419')
  await clinician.getByRole('button', { name: 'Withdraw the result' }).click()

  await expect(clinician.getByText('CAPSTANONE, Edwin')).toBeVisible()
  await expect(clinician.getByText('CAPSTANTWO, Edwin')).toBeVisible()
  await check(clinician)
  for (const { page, value } of [
    { page: first.page, value: '71.4419' },
    { page: second.page, value: '72.5519' },
  ]) {
    await page.reload()
    await expect(page.getByRole('article')).toContainText(WITHHELD_TEXT)
    await expect(page.getByText(value)).toHaveCount(0)
  }
  // By keyboard alone: another label is checked, and a step is ticked.
  await clinician.getByRole('link', { name: 'Name another tube instead' }).focus()
  await clinician.keyboard.press('Enter')
  await expect(clinician.getByRole('heading', { name: 'Name the other tube' })).toBeVisible()
  await check(clinician)
  for (const { typed, fault } of [
    { typed: 'H0000000', fault: 'No other tube has this label.' },
    { typed: second.laboratory.label, fault: 'This tube is named already.' },
  ]) {
    await clinician.getByLabel('Label of the tube that the value belongs to').fill(typed)
    await clinician.keyboard.press('Enter')
    await expect(clinician.getByRole('link', { name: fault })).toBeVisible()
  }
  await check(clinician)
  await clinician
    .getByLabel('Label of the tube that the value belongs to')
    .fill(third.laboratory.label)
  await clinician.keyboard.press('Enter')
  await expect(
    clinician.getByText('it has no result now. One that comes later is held.'),
  ).toBeVisible()
  await check(clinician)
  await clinician
    .getByRole('button', { name: `Name tube ${spacedLabel(third.laboratory.label)}` })
    .press('Enter')
  await expect(clinician.getByText('CAPSTANTHREE, Edwin')).toBeVisible()
  await expect(clinician.getByText('CAPSTANTWO, Edwin')).toHaveCount(0)
  await second.page.reload()
  await expect(second.page.getByRole('article')).toContainText(WITHHELD_TEXT)
  // Ten line breaks: a browser counts one character each, and sends two.
  const details = clinician.getByLabel('What was said')
  const said = `${'x '.repeat(240)}${'\n'.repeat(10)}to the end`
  const isTold = clinician.getByText(/The patient of this tube was telephoned, /)
  await details.evaluate((field) => field.removeAttribute('maxlength'))
  await details.fill(`${said}!`)
  await clinician.getByLabel('The patient of this tube was telephoned').press('Space')
  await clinician.getByRole('button', { name: 'Record' }).press('Enter')
  await expect(clinician.getByRole('link', { name: 'Use 500 characters or fewer.' })).toBeVisible()
  await expect(details).toHaveValue(`${said}!`)
  await expect(isTold).toHaveCount(0)
  await details.fill(said)
  await clinician.getByRole('button', { name: 'Record' }).press('Enter')
  await expect(isTold).toContainText('to the end')
  const checklist = clinician.url()
  await clinician.getByRole('link', { name: 'Calls', exact: true }).first().click()
  await expect(
    clinician.getByRole('listitem').filter({ hasText: spacedLabel(first.laboratory.label) }),
  ).toContainText('Work through the checklist.')

  // The version that was withdrawn leads to its checklist.
  await clinician.goto('/staff/results')
  await clinician.getByLabel(/Label of the tube/).fill(first.laboratory.label)
  await clinician.getByRole('button', { name: 'Open' }).press('Enter')
  await clinician.getByRole('link', { name: /^Checklist: the result/ }).press('Enter')
  await expect(clinician.getByText('CAPSTANONE, Edwin')).toBeVisible()
  await clinician.getByLabel('The incident has a number').check()
  await clinician.getByRole('button', { name: 'Record' }).click()
  await expect(
    clinician.getByRole('link', { name: 'Write the number of the incident.' }),
  ).toBeVisible()
  for (const [step, said] of [
    ['The incident has a number', 'INC-7'],
    ['The laboratory was told', ''],
    ['The patient of the other tube was telephoned', ''],
  ] as const) {
    await clinician.getByLabel(step).check()
    await clinician.getByLabel('What was said').fill(said)
    await clinician.getByRole('button', { name: 'Record' }).click()
    await expect(clinician.getByText(`${step}, `)).toBeVisible()
  }
  // Nothing can be named in a case that has ended.
  const other = checklist.replace(/checklist.*/, 'other')
  const naming = clinician.getByRole('button', { name: 'Check what will happen' })
  await clinician.goto(other)
  await expect(clinician.getByText(/^The checklist is complete: the case ended on/)).toBeVisible()
  await expect(naming).toHaveCount(0)
  // A step was recorded by mistake: the checklist begins again, by keyboard.
  await clinician.goto(checklist)
  await check(clinician)
  const again = clinician.getByRole('button', { name: 'Begin the checklist again' })
  await again.press('Enter')
  await expect(
    clinician.getByRole('link', { name: 'Write what was recorded by mistake.' }),
  ).toBeVisible()
  await check(clinician)
  await clinician.getByLabel('What was recorded by mistake?').fill('nobody answered')
  await again.press('Enter')
  await expect(clinician.getByText('The checklist has begun again.')).toBeVisible()
  await expect(again).toHaveCount(0)
  await check(clinician)
  await clinician.getByRole('link', { name: 'Name another tube instead' }).press('Enter')
  await expect(naming).toBeVisible()
  // Once the other patient is told, the tube stays.
  await clinician.goto(checklist)
  await clinician.getByLabel('The patient of the other tube was telephoned').check()
  await clinician.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(clinician.getByText('Recorded.')).toBeVisible()
  await clinician.goto(other)
  await expect(clinician.getByText(/the tube cannot be changed any more/)).toBeVisible()
  await expect(naming).toHaveCount(0)
  await Promise.all([desk.close(), otherContext.close(), thirdContext.close()])
})
