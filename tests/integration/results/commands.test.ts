import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { readLabel } from '#results/rules/sample-label.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { runHere, runScript } from '#tests/fixtures/run-script.ts'
import {
  bookPast,
  CLERK,
  CLINICIAN,
  EVENT_DAY,
  LABORATORY,
  LEAD,
  NURSE,
  pastEvent,
  SECOND,
  SECOND_CLERK,
} from '#tests/integration/results/lab-setup.ts'
import { nextTestOf } from '#tests/integration/results/result-steps.ts'
import { runClinicCommand } from '../../../scripts/operator/clinic-commands.ts'
import { runResultCommand } from '../../../scripts/operator/result-commands.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const PEOPLE = ['Amos', 'Basil', 'Cecil'].map((forename) => ({
  surname: 'Harbour',
  forename,
  birthDate: '1961-02-03',
}))

const test = perFile(testDatabase)
let folder: string
let booked: Awaited<ReturnType<typeof bookPast>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-results-'))
  booked = await bookPast(test.database, await pastEvent(test.database, 3), PEOPLE)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const COMMANDS = { clinic: runClinicCommand, results: runResultCommand }
type Script = keyof typeof COMMANDS

const variables = () => ({
  DATABASE_URL: test.url,
  DATA_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  LOOKUP_KEY: Buffer.alloc(32, 2).toString('base64'),
})

const run = (script: Script, ...args: string[]) => runHere(() => COMMANDS[script](args, variables))
const runProcess = (script: Script, ...args: string[]) =>
  runScript(`scripts/${script}.ts`, args, variables())

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** The labels of a printed file of pairs. */
const labelsIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')

const tubeOf = (at: number, label: string) => {
  const one = booked[at]
  if (one === undefined) throw new Error(`There is no patient ${at}.`)
  const { person, profileId } = one
  return { ...person, profileId, label, takenOn: EVENT_DAY, laboratory: LABORATORY }
}

describe('npm run clinic and npm run results', () => {
  it('OPS-02 print their result and exit with 0, or print what is wrong and exit with 1', async () => {
    const file = write('process.csv', 'x')
    const [labels, list, refused, usage] = await Promise.all([
      runProcess('clinic', 'labels', '2'),
      runProcess('results', 'list'),
      runProcess('results', 'approve', file, '--by', CLERK),
      runProcess('clinic', 'attend'),
    ])
    const pairs = /^tube,run sheet\r\n((H\w{7}),\2\r\n){2}$/
    expect(labels).toEqual({ code: 0, out: expect.stringMatching(pairs), err: '' })
    expect(list).toEqual({ code: 0, out: '0 results are not shown.\n', err: '' })
    const err = 'This is for: clinician. Nothing was changed.\n'
    expect(refused).toEqual({ code: 1, out: '', err })
    expect(usage).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^npm run clinic/) })
  })

  it('OPS-02 CLI-03 CLI-05 CLI-08 LAB-02 LAB-03 LAB-05 LAB-06 LAB-07 LAB-08 from a label to a released and withdrawn result', async () => {
    const printed = await run('clinic', 'labels', '3')
    const labels = labelsIn(printed.out)
    expect(labels.map(readLabel)).toEqual(labels)
    const [one = '', two = ''] = labels
    const references = booked.map(({ appointmentId }) => referenceNumber(appointmentId))
    const attended = write(
      'attended.csv',
      `reference,surname,outcome,label,taken_at
${references[0]},harbour,attended,${one},09:00
${references[1]},HARBOUR,attended,${two},09:05
${references[2]},Harbour,no-show,,
`,
    )
    const clinic = await run('clinic', 'attended', attended, '--by', NURSE)
    expect(clinic).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^2 attended, 1 did not come, 0 not tested, 0 corrected, 0 known already\.\nWARNING: the patients of \w+ and \w+ have one surname and birth date/,
      ),
    })
    const again = await run('clinic', 'attended', attended, '--by', NURSE)
    expect(again.out).toMatch(
      /^0 attended, 0 did not come, 0 not tested, 0 corrected, 3 known already\.\n/,
    )

    const file = write(
      'lab.csv',
      labCsv([
        cellsOf(tubeOf(0, one), '<0.1'),
        { ...cellsOf(tubeOf(1, two), '250'), nhs_number: '' },
        { ...cellsOf(tubeOf(0, one), '4,4'), label: 'H00' },
      ]),
    )
    const check = await run('results', 'check', file, '--by', CLERK)
    expect(check.code, check.err).toBe(0)
    expect(check.out).toContain('      1  taken over\n')
    expect(check.out).toContain('      2  in quarantine\n')
    expect(check.out).not.toMatch(/harbour|amos|<0\.1|250/i)
    const taken = await run('results', 'import', file, '--by', CLERK)
    expect(taken.out).toBe(
      check.out.replace('Nothing was changed: import takes the file over.\n', ''),
    )
    const repeated = await run('results', 'import', file, '--by', CLERK)
    expect(repeated).toMatchObject({ code: 1, out: '' })
    expect(repeated.err).toMatch(/imported on .* by Mo Finch, coordinator/)

    const waiting = await run('results', 'quarantine', '--by', CLERK)
    expect(waiting.out).toContain('2 rows wait.')
    const [row = ''] = waiting.out.split('\n').filter((line) => line.includes(two))
    const rowId = row.split(' ')[0] ?? ''
    const shown = await run('results', 'quarantine', rowId, '--by', CLERK)
    expect(shown.out).toMatch(/surname +Harbour +harbour\n/)
    const why = ['--reason', 'Dr Lab, by telephone']
    const confirm = (by: string) => run('results', 'confirm', rowId, '--by', by, ...why)
    expect((await confirm(CLERK)).err).toMatch(/^You imported this file: two other people/)
    expect((await confirm(LEAD)).out).toMatch(/still waits\. Another person/)
    expect((await confirm('Dr Cy Ward, clinician')).err).toMatch(/^You proposed this already/)
    const proposed = await run('results', 'quarantine', '--by', LEAD)
    expect(proposed.out).toContain(`; ${LEAD} proposes to confirm it\n`)
    expect((await confirm(SECOND_CLERK)).out).toMatch(/is taken over/)
    expect((await confirm(SECOND_CLERK)).err).toMatch(/^There is no row with this id that waits/)

    const sheet = join(folder, 'sheet.csv')
    await run('results', 'sheet', sheet, '--by', CLINICIAN)
    const text = readFileSync(sheet, 'utf8')
    expect(text).toContain('<0.1')
    expect(text).toContain(',250,')
    const filled = write(
      'filled.csv',
      text
        .replace(/(,<0\.1,.*),,,,/, `$1,green,low,${nextTestOf('green')},`)
        .replace(/(,250,.*),,,,/, '$1,red,high,,'),
    )
    const first = await run('results', 'approve', filled, '--by', CLINICIAN)
    expect(first.out, first.err).toContain('1 result can be released\n1 needs a second clinician\n')
    const judged = await run('results', 'list')
    expect(judged.out).toMatch(
      new RegExp(
        `${one}  version 1  graded\\n.*${two}  version 1  matched  needs a second clinician, not ${CLINICIAN}\\n`,
      ),
    )
    const alone = write('ids-alone.txt', judged.out.split('\n')[1] ?? '')
    const tooEarly = await run('results', 'release', '--file', alone, '--by', CLINICIAN)
    expect(tooEarly.err).toMatch(
      new RegExp(`it needs a second clinician, not ${CLINICIAN}\n0 released, 1 left out`),
    )
    const onlyRed = write('second.csv', text.replace(/(,250,.*),,,,/, '$1,red,high,,'))
    const second = await run('results', 'approve', onlyRed, '--by', SECOND)
    expect(second.out, second.err).toContain('1 result can be released\n')

    const list = await run('results', 'list')
    expect(list.out).not.toContain('second')
    expect(list.out).toMatch(new RegExp(`${two}  version 1  graded  RED: telephone first`))
    expect(list.out).not.toMatch(new RegExp(`${one}.*RED`))
    expect(list.out).toContain('\n2 results are not shown.\n')
    const [redId = ''] = list.out.split('\n')[1]?.split(' ') ?? []
    const ids = write('ids.txt', list.out)
    const spoiled = write('spoiled.txt', list.out.replace(/.{4} {2}/, '  '))
    expect((await run('results', 'release', '--file', spoiled, '--by', CLINICIAN)).err).toMatch(
      /^'.*' is not an id: list and quarantine print the ids\. Nothing was changed\.\n$/,
    )
    // An id in the reason of a hold releases nothing.
    const named = write('named.txt', `${redId}  label  held: as ${list.out.split(' ')[0]}\n`)
    const heldLine = await run('results', 'release', '--file', named, '--by', CLINICIAN)
    expect(heldLine.err).toContain('0 released, 1 left out.')
    const released = await run('results', 'release', '--file', ids, '--by', CLINICIAN)
    expect(released.err).toBe(
      `${redId}: it is red: telephone first (contact), then release it alone\n1 released, 1 left out.\n`,
    )
    const notCalled = await run('results', 'release', redId, '--by', CLINICIAN, ...why)
    expect(notCalled.err).toMatch(/the patient has not been spoken to: contact, then spoken/)
    const contact = await run('results', 'contact', redId, '--by', CLINICIAN)
    expect(contact.out, contact.err).toMatch(/^Basil Harbour\nborn 03\/02\/1961\ntelephone /)
    expect(await run('results', 'contact', redId, '--by', CLERK)).toMatchObject({
      code: 1,
      out: '',
    })
    const tried = await run('results', 'spoken', redId, '--attempt', '--by', CLINICIAN)
    expect(tried.out).toBe('Recorded: tried, not reached.\n')
    const twice = await run('results', 'spoken', redId, '--attempt', '--by', CLINICIAN)
    expect(twice.err).toMatch(/less than an hour ago.*\. Nothing was recorded\.\n$/)
    const spoken = await run('results', 'spoken', redId, '--note', 'At noon', '--by', CLINICIAN)
    expect(spoken.out).toBe('Recorded: spoken to. The result is shown to its patient.\n')
    const known = await run('results', 'release', redId, '--by', CLINICIAN)
    expect(known.err).toBe(`${redId}: it is released already\n0 released, 1 left out.\n`)
    const open = await run('results', 'open')
    expect(open).toMatchObject({ code: 0, out: 'Nothing is open.\n' })
    const [id = ''] = list.out.split(' ')
    const constructed = await run('results', 'constructor', '--by', CLERK)
    expect(constructed).toMatchObject({ code: 1, err: expect.stringMatching(/^npm run results/) })
    const held = await run('results', 'hold', id, '--by', CLERK, '--reason', 'asked')
    expect(held.code).toBe(0)
    const repeatedRelease = await run('results', 'release', '--file', ids, '--by', CLINICIAN)
    expect(repeatedRelease.err).toContain(`${id}: it is held: release-held ends the hold\n`)
    const shownAgain = await run('results', 'release-held', id, '--by', CLINICIAN, ...why)
    expect(shownAgain, shownAgain.err).toMatchObject({ code: 0 })
    const withdrawn = await run('results', 'withdraw', id, '--by', CLINICIAN, '--reason', 'asked')
    expect(withdrawn.code).toBe(0)
    expect((await run('results', 'release', id, '--by', CLINICIAN)).code).toBe(1)
    const voided = await run('clinic', 'void', one, '--by', NURSE, '--reason', 'spoiled')
    expect(voided.code, voided.err).toBe(0)
  })

  it('OPS-02 LAB-06 a name without a role, or a role that may not, is refused in words', async () => {
    const file = write('any.csv', 'x')
    for (const by of ['Ada Quill', 'Ada Quill, admiral', ', clinician']) {
      const answer = await run('results', 'import', file, '--by', by)
      expect(answer).toMatchObject({ code: 1, out: '' })
    }
    const clerk = await run('results', 'approve', file, '--by', CLERK)
    expect(clerk.err).toBe('This is for: clinician. Nothing was changed.\n')
    expect((await run('results', 'release', 'x', '--by', CLINICIAN)).err).toMatch(
      /^'x' is not an id/,
    )
    const bad = await run('results', 'check', file, '--by', CLERK)
    expect(bad.err).toMatch(
      /line 1: of the headers, these are missing: 'laboratory', .*\nline 1: the header of column 1 is not known.*\nNothing was changed: 2 faults/,
    )
  })

  it('LAB-13 thresholds prints what is in force, proposes a file, and accepts it by another clinician', async () => {
    const file = write('thresholds.csv', 'from_age,amber,red\n40,2.5,10\n70,6.5,15\n')
    const none = await run('results', 'thresholds', '--by', CLINICIAN)
    expect(none.out).toMatch(/^No table is in force: every green of 2.5 ng\/mL and more/)
    const proposed = await run('results', 'thresholds', file, '--by', CLINICIAN)
    expect(proposed.out).toMatch(/^from 40 years: amber from 2.5 ng\/mL, .*\nfrom 70 .*\nProposed,/)
    expect(await run('results', 'thresholds', file, '--by', CLINICIAN)).toMatchObject({ code: 1 })
    expect(await run('results', 'thresholds', file, '--by', CLERK)).toMatchObject({ code: 1 })
    const accepted = await run('results', 'thresholds', file, '--by', SECOND)
    expect(accepted.out, accepted.err).toContain('Accepted: this table is in force now')
    const shown = await run('results', 'thresholds', '--by', CLINICIAN)
    expect(shown.out).toMatch(new RegExp(`^In force since .*, by ${CLINICIAN} and ${SECOND}:\n`))
    const again = await run('results', 'thresholds', file, '--by', SECOND)
    expect(again.err).toContain('in force already')
  })

  it('CLI-03 CLI-05 every fault of an attendance file is reported, and nothing is changed', async () => {
    const [label = ''] = labelsIn((await run('clinic', 'labels', '1')).out)
    const reference = referenceNumber(booked[2]?.appointmentId ?? '')
    const file = write(
      'faults.csv',
      `reference,surname,outcome,label,taken_at
${reference},Harbour,attended,${label},09:00
0000-0000,Harbour,attended,${label},9 am
ffff-ffff,Harbour,no-show,,
zz,,attended,H1234567,09:00
${reference},Harbor,attended,${label},09:00
`,
    )
    const answer = await run('clinic', 'attended', file, '--by', NURSE)
    expect(answer.code).toBe(1)
    expect(answer.err.split('\n')).toEqual([
      'line 2: the appointment is not booked: the run sheet has its status',
      'line 3: taken_at must be a time written HH:MM',
      'line 4: there is no appointment with this reference number: compare it with the run sheet',
      'line 5: reference is not a reference number (without an appointment fill in patient and event)',
      'line 5: the label is not one of ours, or its check character is wrong: read it again',
      'line 5: surname or date of birth is missing: fill in one of them',
      'line 6: this appointment is in line 2 too',
      `line 6: the label ${label} is in line 2 too`,
      'line 6: the surname is not this patient’s: check the reference and the name',
      'Nothing was changed: 9 faults.',
      '',
    ])
    const { rows } = await test.database.query('select from app.samples where label = $1', [label])
    expect(rows).toEqual([])
    const missed = write(
      'missed.csv',
      `reference,surname,outcome,label,taken_at\n${reference},Harbour,attended,${label},09:00\n`,
    )
    expect((await run('clinic', 'attended', missed, '--by', NURSE)).err).toBe(
      'line 2: the appointment is not booked: the run sheet has its status\nNothing was changed: 1 fault.\n',
    )
  })
})
