import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine, csvRecords } from '#core/rules/csv.ts'
import { addDays, formatShortDate } from '#core/rules/time.ts'
import { createSealer } from '#core/server/security/seal.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { runHere, runScript, type ScriptResult } from '#tests/fixtures/run-script.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  bookPast,
  CLERK,
  CLINICIAN,
  EVENT_DAY,
  LABORATORY,
  NURSE,
  pastEvent,
  SECOND,
} from '#tests/integration/results/lab-setup.ts'
import { runClinicCommand } from '../../../scripts/operator/clinic-commands.ts'
import { runResultCommand } from '../../../scripts/operator/result-commands.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const BOOKED = IS_LONG ? 120 : 12
/** Of each kind of mistake: one in twenty. */
const FAULTS = Math.max(1, Math.round(BOOKED / 20))
const REDS = Math.max(1, Math.round(BOOKED / 40))
const LEAD = 'Ida Crane, coordinator'
const KEYS = { data: Buffer.alloc(32, 1), lookup: Buffer.alloc(32, 2) }
const sealer = createSealer({ data: [{ id: 'k1', key: KEYS.data }], lookup: KEYS.lookup })

const test = perFile(testDatabase)
let folder: string
/** What the people of the evening typed and handled. */
const work = { commands: 0, files: 0 }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-evening-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const variables = () => ({
  DATABASE_URL: test.url,
  DATA_KEYS: `k1:${KEYS.data.toString('base64')}`,
  LOOKUP_KEY: KEYS.lookup.toString('base64'),
})

const COMMANDS = { clinic: runClinicCommand, results: runResultCommand }

/** Runs a command; `fails`: it must refuse. */
async function run(script: 'events' | keyof typeof COMMANDS, args: string[], fails = false) {
  work.commands += 1
  const result: ScriptResult =
    script === 'events'
      ? await runScript('scripts/events.ts', args, variables())
      : await runHere(() => COMMANDS[script](args, variables))
  expect(result.code, `${script} ${args.join(' ')}: ${result.err}`).toBe(fails ? 1 : 0)
  return fails ? result.err : result.out
}
const by = (person: string) => ['--by', person]

function write(name: string, text: string): string {
  work.files += 1
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

type Row = Record<string, string>
/** A file of the product as rows by column, and back. */
function readRows(csv: string): { header: string[]; rows: Row[] } {
  const [first, ...records] = [...csvRecords(csv)]
  const header = [...(first?.cells ?? [])]
  return {
    header,
    rows: records.map(({ cells }) =>
      Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])),
    ),
  }
}
const writeRows = (header: readonly string[], rows: readonly Row[]): string =>
  [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map(csvLine).join('')

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const surnameOf = (at: number) => `Harbour${LETTERS[Math.floor(at / 26)]}${LETTERS[at % 26]}`
const birthOf = (at: number) => addDays('1950-01-01', at * 37)
/** Every value is of one patient. */
const findingOf = (at: number) => (at < REDS ? `${20 + at}.5` : (0.5 + at / 100).toFixed(2))

/** The rows of a sheet with the colour of their value. */
function judged(sheet: string): string {
  const { header, rows } = readRows(sheet)
  return writeRows(
    header,
    rows.map((row) =>
      Number(row['value']) > 10
        ? { ...row, light: 'red', risk_group: 'high' }
        : {
            ...row,
            light: 'green',
            risk_group: 'low',
            next_test: formatShortDate(addDays(EVENT_DAY, 3 * 365)),
          },
    ),
  )
}

describe('a whole evening by commands', () => {
  it(`CLI-05 LAB-01 LAB-05 LAB-07 ${BOOKED} booked, five in a hundred lines wrong, and no laboratory file is edited`, async () => {
    const eventId = await pastEvent(test.database, BOOKED)
    const people = Array.from({ length: BOOKED }, (_, at) => ({
      surname: surnameOf(at),
      forename: 'Edwin',
      birthDate: birthOf(at),
    }))
    const booked = await bookPast(test.database, eventId, people)
    const walkIn = await buildProfile(test.database, {
      first_name: 'Edwin',
      last_name: 'Passerby',
      birth_date: birthOf(BOOKED),
    })

    // The sheet and the labels.
    const sheet = write(
      'evening.csv',
      await run('events', ['list', String(eventId), '--csv', ...by('Ida Crane')]),
    )
    const pairs = write('labels.csv', await run('clinic', ['labels', String(BOOKED + 5)]))
    const labels = readRows(readFileSync(pairs, 'utf8')).rows.map(({ tube }) => tube ?? '')

    // Filled in: the first of the last patients did not come, the others came and were not tested. One more came without an appointment.
    const { header, rows } = readRows(readFileSync(sheet, 'utf8'))
    const absent = (at: number) => at >= BOOKED - 2 * FAULTS && at < BOOKED - FAULTS
    const untested = (at: number) => at >= BOOKED - FAULTS && at < BOOKED
    const right = rows.map((row, at): Row => {
      if (at > BOOKED) return row
      if (absent(at)) return { ...row, outcome: 'no-show' }
      if (untested(at)) return { ...row, outcome: 'not-tested', reason: 'another day' }
      const came = { ...row, outcome: 'attended', label: labels[at] ?? '', taken_at: '9:30' }
      if (at < BOOKED) return came
      const name = { surname: 'Passerby', 'date of birth': formatShortDate(birthOf(BOOKED)) }
      return { ...came, ...name, patient: String(walkIn), consent: 'P-1' }
    })
    const slips = right.map((row, at) =>
      at < FAULTS ? { ...row, 'date of birth': '01/01/1949' } : row,
    )
    const typed = write('filled.csv', writeRows(header, slips))
    const refusal = await run('clinic', ['attended', typed, ...by(NURSE)], true)
    expect(refusal).toContain(`Nothing was changed: ${FAULTS} fault`)
    // Corrected in the same file; the labels of two patients are exchanged, which has not been noticed.
    const at = [FAULTS, FAULTS + 1] as const
    const exchanged = right.map((row, index) => {
      const other = index === at[0] ? at[1] : index === at[1] ? at[0] : undefined
      return other === undefined ? row : { ...row, label: labels[other] ?? '' }
    })
    writeFileSync(typed, writeRows(header, exchanged))
    const tested = BOOKED - 2 * FAULTS + 1
    expect(await run('clinic', ['attended', typed, ...by(NURSE)])).toBe(
      `${tested} attended, ${FAULTS} did not come, ${FAULTS} not tested, 0 corrected, 0 known already.\n`,
    )
    const mended = at.map((index) => ({ ...right[index], correction: 'labels exchanged' }))
    const correction = write('correction.csv', writeRows(header, mended))
    expect(await run('clinic', ['attended', correction, ...by(LEAD)])).toContain(' 2 corrected')

    // The laboratory's file: some rows have another surname. It sends them right the next day.
    const tubes = right.flatMap((row, index) =>
      row['outcome'] === 'attended'
        ? [{ index, label: row['label'] ?? '', surname: row['surname'] ?? '' }]
        : [],
    )
    const cells = ({ index, label, surname }: (typeof tubes)[number]): LabCells =>
      cellsOf(
        {
          label,
          surname,
          forename: 'Edwin',
          birthDate: birthOf(index),
          profileId: booked[index]?.profileId ?? walkIn,
          takenOn: EVENT_DAY,
          laboratory: LABORATORY,
        },
        findingOf(index),
      )
    const wrong = tubes.slice(3, 3 + FAULTS)
    const sent = tubes.map((tube) =>
      wrong.includes(tube) ? { ...cells(tube), surname: 'Elsewhere' } : cells(tube),
    )
    const lab = write('lab.csv', labCsv(sent))
    expect(await run('results', ['check', lab, ...by(CLERK)])).toContain(`${FAULTS}  in quarantine`)
    await run('results', ['import', lab, ...by(CLERK)])
    const waiting =
      (await run('results', ['quarantine', ...by(LEAD)])).match(/^[\da-f-]{36}/gm) ?? []
    expect(waiting).toHaveLength(FAULTS)
    for (const row of waiting) {
      await run('results', ['quarantine', row, ...by(LEAD)])
      const close = ['close', row, '--reason', 'sent again']
      await run('results', [...close, ...by(LEAD)])
      await run('results', [...close, ...by(SECOND)])
    }
    const again = write('lab-again.csv', labCsv(wrong.map(cells)))
    expect(await run('results', ['import', again, ...by(CLERK)])).toContain(`${FAULTS}  taken over`)

    // Two clinicians, the release, and the calls.
    for (const [name, person] of [
      ['first.csv', CLINICIAN],
      ['second.csv', SECOND],
    ] as const) {
      const file = join(folder, name)
      await run('results', ['sheet', file, ...by(person)])
      write(name, judged(readFileSync(file, 'utf8')))
      await run('results', ['approve', file, ...by(person)])
    }
    const list = await run('results', ['list'])
    const red = list.split('\n').filter((line) => line.includes('RED'))
    expect(red).toHaveLength(REDS)
    const ids = write('release.txt', list)
    const partly = await run('results', ['release', '--file', ids, ...by(CLINICIAN)], true)
    expect(partly).toContain(`${tested - REDS} released, ${REDS} left out`)
    for (const line of red) {
      const id = line.slice(0, 36)
      expect(await run('results', ['contact', id, ...by(CLINICIAN)])).toContain('Harbour')
      await run('results', ['spoken', id, ...by(CLINICIAN)])
    }
    expect(await run('results', ['list'])).toBe('0 results are not shown.\n')
    await run('results', ['open'])

    // Every patient reads the value of their own blood.
    const { rows: shown } = await test.database.query<{
      id: string
      profile: number
      sealed: Buffer
    }>(
      `select result_id as id, profile_id as profile, finding_sealed as sealed from app.released_results where state = 'released'`,
    )
    const read = shown.map(({ id, profile, sealed }) => {
      const context = { table: 'results', row: id, column: 'finding_sealed' }
      const { value } = JSON.parse(sealer.open(sealed, context)) as { value: string }
      return [profile, value]
    })
    const truth = tubes.map(({ index }) => [booked[index]?.profileId ?? walkIn, findingOf(index)])
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(truth))
    expect(read).toHaveLength(tested)
    expect(await findViolations(test.database)).toEqual([])
    // docs/operating.md has the numbers of 120 patients.
    expect(work).toEqual({ commands: 17 + 3 * FAULTS + 2 * REDS, files: 9 })
  })
})
