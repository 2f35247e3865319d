import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { hostCookieName, STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { label, newDesk, newEvening } from '#tests/e2e/support/desk.ts'
import { addresses, dataDir, importEvent, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { bookByApi, signUpByApi, test } from '#tests/e2e/support/test.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

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
