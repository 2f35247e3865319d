import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { hostCookieName, STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { label, newDesk, newEvening } from '#tests/e2e/support/desk.ts'
import { readForTwoSeconds } from '#tests/e2e/support/judging.ts'
import { openLaboratory } from '#tests/e2e/support/laboratory.ts'
import { confirmAddress } from '#tests/e2e/support/results.ts'
import {
  addresses,
  dataDir,
  importEvent,
  mailsTo,
  siteDatabase,
  sql,
} from '#tests/e2e/support/site.ts'
import { giveStaffCookie } from '#tests/e2e/support/staff.ts'
import { bookByApi, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

/** Seconds with their fraction can look like a value: '10:42:07.7131' contains 7.7131. */
const withoutSeconds = (text: string) => text.replace(/(?<=\d\d:\d\d:)\d\d\.\d+/g, '')

/** Letters and digits that occur nowhere else. */
const random = (length: number) => randomBytes(length).toString('hex').slice(0, length)

test('AUD-01 STF-03 a name, a birth date, a password, a code, a token and a label of an evening are in no log, address, job, audit row or error report', async ({
  context,
}) => {
  const lastName = `Canary${random(8).replace(/\d/g, 'x')}`
  const birthDate = '1957-11-23'
  const secrets = {
    password: `calm-${random(12)}`,
    code: random(12),
    token: random(43),
    label: `H${random(7)}`.toUpperCase(),
  }
  const patient = await signUpByApi(context, { last_name: lastName, date_of_birth: birthDate })
  const event = await importEvent()
  const { body } = await bookByApi(context, patient, event, '09:00')
  expect(body['appointment_id']).toBeTruthy()
  const { secret, email } = await staffMember(siteDatabase(), ['coordinator', 'phlebotomist'])
  const canaries = [lastName, '23/11/1957', ...Object.values(secrets), secret]
  const found = (text: string) => canaries.filter((canary) => text.includes(canary))

  const { site } = addresses()
  const cookie = `${hostCookieName(STAFF_COOKIE, site)}=${secret}`
  const redirects: string[] = []
  const ask = async (path: string, form?: Record<string, string>, own = cookie) => {
    const answer = await context.request.fetch(`${site}/staff${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: own, origin: site },
      maxRedirects: 0,
      ...(form ? { form } : {}),
    })
    redirects.push(answer.headers()['location'] ?? '')
    expect(answer.status(), path).toBeLessThan(500)
    return answer.text()
  }
  const page = `/events/${event.id}`
  const case_ = `${page}/patient/${body['appointment_id']}`
  // The control: what is searched for is found where it belongs.
  expect(found(await ask(page)).sort()).toEqual(['23/11/1957', lastName].sort())
  expect(found(await ask(`${page}/run-sheet`))).toContain(lastName)
  expect(found(await ask(`${page}/run-sheet.csv`))).toContain(lastName)
  // The balance names a patient without an outcome, once it is opened; the lists of a person's work name nobody.
  expect(found(await ask(`${page}/balance?show=outcome`)).sort()).toEqual(
    ['23/11/1957', lastName].sort(),
  )
  for (const path of ['', `${page}/balance`, '/lab/waiting'])
    expect(found(await ask(path))).toEqual([])
  const unknown = randomUUID()
  const step = {
    end: 'difference-accepted',
    paper: lastName,
    reason: secrets.label,
    seen: secrets.code,
  }
  await ask(`/lab/waiting/${unknown}`, { row: unknown, ...step })
  await ask(`/lab/repeat/${unknown}`, { sample: unknown, why: lastName, code: secrets.code })
  await ask(page, { reference: `${lastName} ${secrets.label}` })
  await ask(case_)
  await ask(case_, { step: 'label', label: secrets.label, appointment: 'x' })
  await ask('/sign-in', { email, password: secrets.password }, '')
  await ask('/sign-in/code', { code: secrets.code })
  await ask(`/join?token=${secrets.token}`, undefined, '')
  await ask('/join', { token: secrets.token, password: secrets.password, again: 'x' }, '')

  const rows = await sql<{ text: string }>(
    `select payload::text as text from app.jobs
     union all select to_jsonb(e)::text from app.error_log e
     union all select to_jsonb(a)::text from app.audit_log a`,
  )
  const log = readFileSync(join(dataDir(), 'logs/server.log'), 'utf8')
  expect(found(log), 'log').toEqual([])
  expect(found(rows.map(({ text }) => text).join('\n')), 'rows').toEqual([])
  expect(found(redirects.join('\n')), 'addresses').toEqual([])
})

test('AUD-01 CLI-03 a label is together with its patient in no log line, mail, job, audit row, error or address of an evening', async ({
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const surname = `Canary${random(8).replace(/\d/g, 'x')}`
  const { eventId, list, references, cases } = await newEvening([surname])
  const [patient] = await sql<{ id: string }>(
    'select profile_id as id from app.appointments where event_id = $1',
    [eventId],
  )
  const page = await newDesk(context, 'coordinator')
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const read = label()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(list)
  await page.getByLabel('Reference of a patient').fill(`${surname} ${read}`)
  await press('Open the patient')
  await page.getByLabel('Reference of a patient').fill(references[0] ?? '')
  await press('Open the patient')
  await press('Both agree')
  for (const no of await page.getByLabel('No', { exact: true }).all()) await no.check()
  await press('Record the answers')
  await page.getByLabel('Label of the tube').fill(`${read}${surname}`)
  await press('Read back')
  await page.getByLabel('Label of the tube').fill(read)
  await press('Read back')
  await press('All agree: save')
  await expect(page.getByText('The tube is recorded.')).toBeVisible()
  await page.goto(`${list}/paper`)
  await page.goto(`${list}/run-sheet`)
  await page.goto(`${cases[0]}/undo`)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The record is undone.')).toBeVisible()

  /** The texts that have the label and say whose it is. */
  const together = (texts: readonly string[]) =>
    texts.filter(
      (text) =>
        [read, spacedLabel(read)].some((one) => text.includes(one)) &&
        [surname, `"profile_id":${patient?.id}`, references[0] ?? ''].some((one) =>
          text.includes(one),
        ),
    )
  // The control.
  expect(together([`${surname} has ${spacedLabel(read)}`, read, surname])).toHaveLength(1)
  const log = readFileSync(join(dataDir(), 'logs/server.log'), 'utf8').split('\n')
  const rows = await sql<{ text: string }>(
    `select to_jsonb(j)::text as text from app.jobs j
     union all select to_jsonb(e)::text from app.error_log e
     union all select to_jsonb(a)::text from app.audit_log a`,
  )
  const mails = await (await fetch(`${addresses().mail}/api/messages`)).text()
  expect(log.length).toBeGreaterThan(1)
  expect(together(log), 'log').toEqual([])
  expect(together(rows.map(({ text }) => text)), 'rows').toEqual([])
  expect(asked.length).toBeGreaterThan(10)
  expect(
    asked.filter((url) => url.includes(read) || url.includes(surname)),
    'addresses',
  ).toEqual([])
  expect(mails).not.toContain(read)
  expect(mails).not.toContain(spacedLabel(read))
})

test('AUD-01 LAB-06 LAB-07 LAB-13 a value, a colour, a comment, a reason and a name of a judgement, a release and a table of thresholds are in no log line, address, job, audit row or error', async ({
  context,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const lastName = `Canary${random(8).replace(/\d/g, 'x')}`
  const word = (name: string) => `${name}-${random(10)}`
  const [comment, reason, waitsFor] = [word('comment'), word('reason'), word('waits')]
  // The last one is not a zero, which JSON would drop.
  const digits = `${randomInt(10, 99)}${randomInt(1, 9)}`
  const [value, amber, red] = [`7.${digits}1`, `5.${digits}`, `8.${digits}`]
  const patient = { ...(await signUpByApi(context, { last_name: lastName })), lastName }
  await confirmAddress(patient.profileId)
  const laboratory = await openLaboratory(patient)
  await laboratory.send(value)
  const id = await laboratory.newest()
  const logFile = join(dataDir(), 'logs/server.log')
  const before = readFileSync(logFile, 'utf8').length
  const canaries = [lastName, value, amber, red, comment, reason, waitsFor]
  const found = (text: string) => canaries.filter((canary) => withoutSeconds(text).includes(canary))
  const colours = (text: string) => text.match(/\b(?:green|amber|red|psa|ng\/ml)\b/gi) ?? []

  const asked: string[] = []
  const staffIds: number[] = []
  const open = async () => {
    const member = await staffMember(siteDatabase(), ['clinician'])
    staffIds.push(member.staffId)
    const own = await browser.newContext()
    await giveStaffCookie(own, member.secret)
    own.on('request', (request) => asked.push(request.url()))
    return { member, own, page: await own.newPage() }
  }
  const readers = [await open(), await open()]
  const [first] = readers
  if (first === undefined) return
  await first.page.goto(`/staff/results/judge/${id}`)
  // The control: what is searched for is found where it belongs.
  expect(found(await first.page.content())).toEqual([value])
  expect(colours(await first.page.content())).toContain('Amber')
  await first.page.getByLabel('What this case waits for').fill(waitsFor)
  await readForTwoSeconds(first.page, first.member)
  await first.page.getByRole('button', { name: 'Defer this case' }).click()
  await expect(first.page.getByText('The case is deferred.')).toBeVisible()
  for (const { member, page } of readers) {
    await page.goto(`/staff/results/judge/${id}`)
    await page.getByLabel('Amber', { exact: true }).check()
    await page.getByLabel('High', { exact: true }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Why another day').fill(reason)
    await page.locator('textarea[name="comments"]').fill(comment)
    await readForTwoSeconds(page, member)
    await page.getByRole('button', { name: 'Record this judgement' }).click()
    await expect(page.getByText(/The judgement is recorded/)).toBeVisible()
  }
  const { page } = first
  await page.goto('/staff/results/thresholds')
  const line = page.getByRole('group', { name: 'Line 1' })
  for (const age of ['90', '40']) {
    await line.getByLabel('From age').fill(age)
    await line.getByLabel('Amber from').fill(amber)
    await line.getByLabel('Red from').fill(red)
    await page.getByRole('button', { name: 'Propose this table' }).click()
  }
  await expect(page.getByText('The table is proposed.')).toBeVisible()
  await page.goto('/staff/results/release')
  const form = page.locator('form', { has: page.locator('input[name="light"][value="amber"]') })
  await form.evaluate((element, own) => {
    for (const input of element.querySelectorAll<HTMLInputElement>('input[name="result"]'))
      if (!input.value.startsWith(own)) input.remove()
  }, id)
  await form.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByText(/results are released/)).toBeVisible()
  expect(await sql('select state from app.results where result_id = $1', [id])).toEqual([
    { state: 'released' },
  ])
  await page.goto(`/staff/results/${id}`)
  expect(found(await page.content())).toContain(value)

  const wholeLog = readFileSync(logFile, 'utf8')
  // The lines since the test began; there may be none.
  const log = wholeLog.slice(before)
  const rows = await sql<{ text: string }>(
    `select payload::text as text from app.jobs
     union all select to_jsonb(e)::text from app.error_log e
     union all select to_jsonb(a)::text from app.audit_log a`,
  )
  const ownRows = await sql<{ text: string }>(
    `select to_jsonb(a)::text as text from app.audit_log a where staff_id = any($1) or subject = $2
     union all select payload::text from app.jobs where payload ->> 'result_id' = $3`,
    [staffIds, `result:${id}`, id],
  )
  const joined = (texts: readonly { text: string }[]) => texts.map(({ text }) => text).join('\n')
  expect(ownRows.length).toBeGreaterThan(5)
  expect(wholeLog).not.toBe('')
  expect(found(log), 'log').toEqual([])
  expect(found(joined(rows)), 'rows').toEqual([])
  expect(found(asked.join('\n')), 'addresses').toEqual([])
  expect(colours(log), 'log').toEqual([])
  expect(colours(joined(ownRows)), 'rows').toEqual([])
  expect(colours(asked.filter((url) => url.includes('/staff')).join('\n')), 'addresses').toEqual([])
  // What became of a judgement tells its colour.
  expect(asked.filter((url) => /done=(?!yes|proposed|released)/.test(url))).toEqual([])
  expect(found(JSON.stringify(await mailsTo(patient.email)))).not.toContain(value)
  await Promise.all(readers.map(({ own }) => own.close()))
})
