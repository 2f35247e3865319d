import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, formatShortDate, londonDate } from '#core/rules/time.ts'
import { approveResults } from '#results/commands/results-approve.ts'
import { readJudgementSheet } from '#results/commands/results-worklist.ts'
import { tick, withdrawAsWrong } from '#results/server/database/call-cases.ts'
import { callContext } from '#results/server/database/results-contexts.ts'
import { recordPaperConsent } from '#results/server/desk/desk-bind.ts'
import { putBands } from '#results/server/thresholds.ts'
import { STAFF_PAGES } from '#staff/rules/pages.ts'
import { failAtDesk, label, newEvening } from '#tests/e2e/support/desk.ts'
import { openLabEvening } from '#tests/e2e/support/lab-evening.ts'
import { siteSealer } from '#tests/e2e/support/results.ts'
import { siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { CLINICIAN, SECOND } from '#tests/integration/results/lab-setup.ts'

/** A page of staff with something on it; `steps`: how its second form is reached. */
type Opened = { readonly route: string; readonly path: string; steps?(page: Page): Promise<void> }

/** Every page of staff for those who are signed in. A page that is not here fails. */
export async function everyStaffPage(staffId: number): Promise<Opened[]> {
  const database = siteDatabase()
  const sealer = siteSealer()
  const today = londonDate(new Date())
  const evening = await newEvening(['Formone', 'Formtwo', 'Formthree', 'Formpaper'])
  const late = await newEvening(['Formlate'], addDays(today, -1))
  await failAtDesk(late.eventId)
  const done = await openLabEvening([
    { surname: 'Formdone', forename: 'Edwin', birthDate: '1961-02-03' },
  ])
  await sql(
    `select lab.record_at_desk(gen_random_uuid(), profile_id, event_id, appointment_id, 'arrived', null, 'online', 'Bea Lund, phlebotomist')
       from app.appointments where event_id = $1 and appointment_id::text = $2`,
    [evening.eventId, evening.cases[1]?.split('/').at(-1)],
  )
  const [signed] = await sql<{ id: string }>(
    'select profile_id as id from app.appointments where appointment_id::text = $1',
    [evening.cases[3]?.split('/').at(-1)],
  )
  const paper = { profileId: Number(signed?.id), day: today, form: `F-${label()}`, at: new Date() }
  const refused = await database.transaction((transaction) =>
    recordPaperConsent(transaction, paper, { sealer, by: 'Bea Lund, phlebotomist' }),
  )
  if (refused !== undefined) throw new Error(refused)
  const draft = await buildEvent(database, { published_at: null })
  const names = ['judge', 'wait', 'empty', 'red', 'wrong', 'green', 'held']
  const people = names.map((name) => ({
    surname: `Form${name}`,
    forename: 'Edwin',
    birthDate: '1961-02-03',
  }))
  const { eventId, tubes, send: sendFile } = await openLabEvening(people)
  const [judge, wait, empty, red, wrong, green, held] = tubes
  if (!(judge && wait && empty && red && wrong && green && held))
    throw new Error('A tube is missing.')
  await sendFile(
    [judge, '1.1'],
    [wait, '1.2', { surname: 'STRANGER' }],
    [red, '24.0'],
    [wrong, '1.4'],
    [green, '1.2'],
    [held, '1.3'],
  )
  const idOf = async (label: string, text: string) =>
    (await sql<{ id: string }>(text, [label]))[0]?.id ?? ''
  const resultOf = (label: string) =>
    idOf(
      label,
      'select result_id as id from app.results join app.samples using (sample_id) where label = $1',
    )
  const redId = await resultOf(red.label)
  const judgeAs = async (by: string, resultId: string, cells: string) => {
    const sheet = await readJudgementSheet({ database, sealer }, by, [resultId])
    const filled = sheet.replace(/,,,,\r\n$/, `,${cells},\r\n`)
    const deps = { database, sealer, clock: { now: () => new Date() } }
    const approved = await approveResults(deps, filled, by)
    if (!approved.ok) throw new Error(JSON.stringify(approved.faults))
  }
  for (const by of [CLINICIAN, SECOND]) await judgeAs(by, redId, 'red,high,')
  const greenId = await resultOf(green.label)
  const heldId = await resultOf(held.label)
  await sql("select lab.hold($1, $2, 'a doubt')", [heldId, CLINICIAN])
  await putBands(database, [{ fromAge: 40, amber: 6.789, red: 11.234 }], CLINICIAN)
  const checklist = randomUUID()
  const wrongId = await resultOf(wrong.label)
  await withdrawAsWrong(database, wrongId, {
    caseId: checklist,
    otherLabel: undefined,
    by: CLINICIAN,
    reason: 'exchanged',
  })
  const noteId = randomUUID()
  await tick(
    database,
    { caseId: checklist, notes: 0, key: noteId },
    {
      step: 'told-laboratory',
      detailsSealed: sealer.seal('', callContext(noteId)),
      by: CLINICIAN,
    },
  )
  const caseId = await idOf(
    redId,
    'select follow_up_id as id from app.follow_ups where result_id = $1',
  )
  const rowId = await idOf(
    wait.label,
    "select row_id as id from app.lab_rows where label = $1 and decision = 'quarantined'",
  )
  const sampleId = await idOf(
    empty.label,
    'select sample_id as id from app.samples where label = $1',
  )
  const labId = await idOf(empty.label, 'select lab_id as id from app.samples where label = $1')
  const upload = randomUUID()
  await sql(
    `insert into app.lab_uploads (upload_id, lab_id, state, sent_by, staff_id, sent_at, request_id, report)
     values ($1, $2, 'checked', 'Form Tester, coordinator', $3, app.clock_now(), gen_random_uuid(), '{}')`,
    [upload, labId, staffId],
  )
  const judgeId = await resultOf(judge.label)
  const colleague = await staffMember(database, ['phlebotomist'])
  const [first = '', second = '', third = '', fourth = ''] = evening.cases
  const event = (end = '', id = evening.eventId) => `/staff/events/${id}${end}`
  const opened: Record<string, (string | Opened)[]> = {
    '/staff': ['/staff'],
    '/staff/events': ['/staff/events'],
    '/staff/events/new': ['/staff/events/new'],
    '/staff/events/[id]': [event()],
    '/staff/events/[id]/edit': [event('/edit')],
    '/staff/events/[id]/publish': [event('/publish', draft)],
    '/staff/events/[id]/run-sheet': [event('/run-sheet')],
    '/staff/events/[id]/run-sheet.csv': [],
    '/staff/events/[id]/patient/[appointment]': [
      first,
      `${third}?step=not-tested`,
      late.cases[0] ?? '',
    ],
    '/staff/events/[id]/patient/[appointment]/undo': [
      `${second}/undo`,
      `${fourth}/undo?of=consent`,
    ],
    '/staff/events/[id]/walk-in': [event('/walk-in')],
    '/staff/events/[id]/paper': [event('/paper')],
    '/staff/events/[id]/balance': [event('/balance', eventId)],
    '/staff/events/[id]/close': [event('/close', done.eventId), event('/close')],
    '/staff/lab': ['/staff/lab'],
    '/staff/lab/mapping': [`/staff/lab/mapping?laboratory=${labId}`],
    '/staff/lab/files/[upload]': [`/staff/lab/files/${upload}`],
    '/staff/results/judge': ['/staff/results/judge'],
    '/staff/results/judge/[result]': [
      `/staff/results/judge/${judgeId}`,
      {
        route: '',
        path: `/staff/results/judge/${judgeId}`,
        async steps(page) {
          await page.getByLabel('Green', { exact: true }).check()
          await page.getByLabel('Low', { exact: true }).check()
          await page.getByRole('button', { name: 'Continue' }).click()
          await expect(page.getByText('The patient will read')).toBeVisible()
        },
      },
    ],
    '/staff/results/release': [
      {
        route: '',
        path: '/staff/results/release',
        // Another test can release it.
        async steps(page) {
          const inThreeYears = formatShortDate(addDays(today, 3 * 365 + 1))
          await judgeAs(CLINICIAN, greenId, `green,low,${inThreeYears}`)
          await page.reload()
        },
      },
    ],
    '/staff/results/thresholds': ['/staff/results/thresholds'],
    '/staff/calls': ['/staff/calls'],
    '/staff/calls/[case]': [`/staff/calls/${caseId}`],
    '/staff/calls/[case]/checklist': [`/staff/calls/${checklist}/checklist`],
    '/staff/calls/[case]/other': [`/staff/calls/${checklist}/other`],
    '/staff/results': ['/staff/results'],
    '/staff/results/[id]': [`/staff/results/${judgeId}`, `/staff/results/${heldId}`],
    '/staff/results/[id]/withdraw': [
      `/staff/results/${judgeId}/withdraw`,
      {
        route: '',
        path: `/staff/results/${judgeId}/withdraw`,
        async steps(page) {
          await page.getByLabel('Another reason').check()
          await page.getByLabel('The reason in words').fill('x')
          await page.getByRole('button', { name: 'Check what will happen' }).click()
          await expect(page.getByRole('button', { name: 'Withdraw the result' })).toBeVisible()
        },
      },
    ],
    '/staff/lab/waiting': ['/staff/lab/waiting'],
    '/staff/lab/waiting/[row]': [`/staff/lab/waiting/${rowId}`],
    '/staff/lab/repeat/[sample]': [`/staff/lab/repeat/${sampleId}`],
    '/staff/labels': ['/staff/labels'],
    '/staff/team': ['/staff/team'],
    '/staff/team/new': ['/staff/team/new'],
    '/staff/team/[id]': [`/staff/team/${colleague.staffId}`],
  }
  const missing = Object.keys(STAFF_PAGES).filter(
    (route) => STAFF_PAGES[route]?.permission !== 'signing-in' && !(route in opened),
  )
  expect(missing).toEqual([])
  return Object.entries(opened).flatMap(([route, pages]) =>
    pages.map((one) => (typeof one === 'string' ? { route, path: one } : { ...one, route })),
  )
}
