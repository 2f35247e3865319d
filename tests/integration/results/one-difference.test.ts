import { describe, expect, it } from 'vitest'
import { addDays } from '#core/rules/time.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { endRow, type RowOutcome } from '#results/server/laboratory/row-ends.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import {
  CLERK,
  closeEventOf,
  LEAD,
  recordTubes,
  SECOND_CLERK,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { newestOf } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(async () => {
  const own = await labDatabase(1)
  // No two of them agree in two of surname, forename and birth date.
  const people = Array.from('abcdefghijklmn', (letter, at) => ({
    surname: `Harbour${letter}`,
    forename: `Edwin${letter}`,
    birthDate: `1961-03-${10 + at}`,
  }))
  const tubes = await takeTubes(own.database, people)
  for (const tube of tubes.slice(0, 1)) await closeEventOf(own.database, tube)
  const nextTube = () => {
    const tube = tubes.shift()
    if (tube === undefined) throw new Error('There is no tube left.')
    return tube
  }
  return { ...own, nextTube }
})
const deps = () => ({ database: lab.database, sealer })

/** Imports a row of a tube that waits; its id. */
async function waitingRow(tube: TakenTube, change: Partial<LabCells>): Promise<string> {
  const csv = labCsv([{ ...cellsOf(tube, '1.2'), ...change }])
  const outcome = await importLabFile(deps(), csv, CLERK)
  expect(outcome).toMatchObject({ counts: { quarantined: 1 } })
  const { rows } = await lab.database.query<{ id: string }>(
    `select row_id as id from app.lab_rows where label = $1 and decision = 'quarantined' and resolution is null`,
    [tube.label],
  )
  return rows[0]?.id ?? ''
}

const accept = (row: string, paper: string, by = LEAD): Promise<RowOutcome> =>
  endRow(deps(), row, { end: 'difference-accepted', by, reason: 'sheet 4', paper })

const hasResult = async ({ label }: TakenTube): Promise<boolean> => {
  const { rows } = await lab.database.query(
    'select from app.results join app.samples using (sample_id) where label = $1',
    [label],
  )
  return rows.length > 0
}

/** A row that two people have proposed and accepted, whatever its identifiers are: what an attacker of the application would send. */
const takeOverBeside = (row: string, change: string) =>
  lab.database.query(
    `select * from lab.take_over((select file_id from app.lab_rows where row_id = $1), 'Di Moss, coordinator', 'dimoss', (
       select json_build_array(jsonb_build_object('row_id', row_id, 'line', line, 'label', w.label, 'decision', 'accepted', 'reasons', '{}'::text[],
         'corrected', false, 'surname_key', s.surname_key, 'forename_key', s.forename_key, 'birth_date', s.birth_date, 'lab_key', l.lab_key,
         'collected_on', (s.taken_at at time zone 'Europe/London')::date, 'identity_hash', encode(w.identity_hash, 'base64'),
         'content_hash', encode(w.content_hash, 'base64'), 'result_id', gen_random_uuid(), 'finding_sealed', '') || $2::jsonb)
         from app.lab_rows w join app.samples s using (sample_id) join app.labs l using (lab_id) where row_id = $1), 'why',
       (select proposed_paper from app.lab_rows where row_id = $1))`,
    [row, change],
  )

describe('LAB-05 one differing identifier', () => {
  it.each<[string, (tube: TakenTube) => Partial<LabCells>, (tube: TakenTube) => string]>([
    ['surname', () => ({ surname: 'Harbor' }), ({ surname }) => surname.toUpperCase()],
    ['forename', () => ({ forename: 'Ed' }), ({ forename }) => ` ${forename} `],
    ['date of birth', () => ({ date_of_birth: '1961-02-03' }), ({ birthDate }) => birthDate],
    [
      'day of collection',
      ({ takenOn }) => ({ collected_on: addDays(takenOn, 4) }),
      ({ takenOn }) => takenOn,
    ],
    ['laboratory', () => ({ laboratory: 'Elsewhere' }), ({ laboratory }) => laboratory],
  ])(
    'LAB-05 %s: one person proposes it with the paper form, another accepts it',
    async (_, change, paper) => {
      const tube = lab.nextTube()
      const row = await waitingRow(tube, change(tube))
      expect(await accept(row, paper(tube), CLERK)).toEqual({ refused: 'importer' })
      expect(await accept(row, '', LEAD)).toEqual({ refused: 'paper-missing' })
      expect(await accept(row, '04/04/1950', LEAD)).toEqual({ refused: 'paper-differs' })
      expect(await accept(row, paper(tube))).toEqual({ done: 'proposed' })
      expect(await hasResult(tube)).toBe(false)
      expect(await accept(row, paper(tube), 'Dr Cy Ward, clinician')).toEqual({
        refused: 'own-proposal',
      })
      expect(await accept(row, '04/04/1950', SECOND_CLERK)).toEqual({ refused: 'paper-differs' })
      expect(await accept(row, paper(tube), SECOND_CLERK)).toEqual({ done: 'ended' })
      expect(await newestOf(lab.database, tube)).toMatchObject({ version: 1, state: 'matched' })
      expect(await accept(row, paper(tube), SECOND_CLERK)).toEqual({ refused: 'not-waiting' })
    },
  )

  it('LAB-05 never two differences, never the label, never a difference beside a doubtful value', async () => {
    for (const change of [
      { surname: 'Harbor', forename: 'Ed' },
      { surname: 'Harbor', value: '145' },
      { forename: 'Ed', nhs_number: '9434765918' },
      { status: 'P' },
    ]) {
      const tube = lab.nextTube()
      const row = await waitingRow(tube, change)
      for (const paper of [tube.surname, tube.forename, tube.label]) {
        expect(await accept(row, paper), JSON.stringify(change)).toEqual({
          refused: 'not-one-difference',
        })
      }
    }
  })

  it('LAB-05 not while another patient’s tube agrees with the row as well: twins, father and son', async () => {
    const person = { surname: 'Quay', forename: 'Daniel', birthDate: '1958-05-17' }
    const [daniel, , son] = await takeTubes(lab.database, [
      person,
      { ...person, forename: 'David' },
      { ...person, birthDate: '1984-05-17' },
    ])
    if (daniel === undefined || son === undefined) throw new Error('There are no tubes.')
    await closeEventOf(lab.database, daniel)
    const dan = await waitingRow(daniel, { forename: 'Dan' })
    expect(await accept(dan, 'Daniel')).toEqual({ refused: 'another-tube' })
    const father = await waitingRow(son, { date_of_birth: '1958-05-17' })
    expect(await accept(father, '17/05/1984')).toEqual({ refused: 'another-tube' })
    // The database refuses it as well, and the control shows that it is this rule.
    await lab.database.query(
      `update app.lab_rows set proposed_resolution = 'difference-accepted', proposed_by = $2, proposed_by_key = 'cyward', proposed_at = now(),
         proposed_reason = 'x', proposed_paper = 'daniel' where row_id = $1`,
      [dan, LEAD],
    )
    await takeOverBeside(dan, '{"forename_key": "dan"}')
    expect(await hasResult(daniel)).toBe(false)
    const restore = await patchFunction(lab.database, 'lab.agrees_elsewhere', (text) =>
      text.replace('<=', '<'),
    )
    await takeOverBeside(dan, '{"forename_key": "dan"}')
    await restore()
    expect(await hasResult(daniel)).toBe(true)
  })

  it('LAB-05 not before the event is closed: a tube that is recorded later may agree with the row as well', async () => {
    const [smith, jones] = await takeTubes(
      lab.database,
      [
        { surname: 'Smythe', forename: 'Owen', birthDate: '1957-06-07' },
        { surname: 'Jonesly', forename: 'Owen', birthDate: '1957-06-07' },
      ],
      { isLate: (at) => at === 1 },
    )
    if (smith === undefined || jones === undefined) throw new Error('There are no tubes.')
    const row = await waitingRow(smith, { surname: jones.surname })
    expect(await accept(row, smith.surname)).toEqual({ refused: 'event-open' })
    const propose = () =>
      lab.database.query(
        `update app.lab_rows set proposed_resolution = 'difference-accepted', proposed_by = $2, proposed_by_key = 'cyward', proposed_at = now(),
           proposed_reason = 'x', proposed_paper = 'smythe' where row_id = $1`,
        [row, LEAD],
      )
    await expect(propose()).rejects.toThrow('LAB-05')
    // The control: the database refuses it for this reason.
    const restore = await patchFunction(lab.database, 'lab.may_differ', (text) =>
      text.replace('and e.closed_at is not null', ''),
    )
    await propose()
    await restore()
    await recordTubes(lab.database, [jones])
    await closeEventOf(lab.database, smith)
    expect(await accept(row, smith.surname, SECOND_CLERK)).toEqual({ refused: 'another-tube' })
  })

  it('LAB-05 the database refuses the same person, the importer, another word on paper and a second difference; without the guard the rule finds it', async () => {
    const tube = lab.nextTube()
    const row = await waitingRow(tube, { surname: 'Harbor' })
    const two = await waitingRow(lab.nextTube(), { surname: 'Harbor', forename: 'Ed' })
    const propose = (key: string, paper: string, id = row) =>
      `update app.lab_rows set proposed_resolution = 'difference-accepted', proposed_by = 'x, y', proposed_by_key = '${key}', proposed_at = now(),
         proposed_reason = 'x', proposed_paper = '${paper}' where row_id = '${id}'`
    const end = (key: string, paper: string, id = row) =>
      `update app.lab_rows set resolution = 'difference-accepted', resolved_by = 'x, y', resolved_by_key = '${key}', resolved_at = now(),
         resolved_paper = '${paper}' where row_id = '${id}'`
    const refused = (text: string) =>
      expect(lab.database.query(text), text).rejects.toThrow(/LAB-05|lab_rows_paper/)
    const paper = tube.surname.toLowerCase()
    await refused(propose('mofinch', paper))
    await refused(propose('cyward', 'harbor'))
    await refused(propose('cyward', ''))
    await refused(propose('cyward', 'harbor', two))
    await lab.database.query(propose('cyward', paper))
    await refused(end('cyward', paper))
    await refused(end('mofinch', paper))
    await refused(end('dimoss', 'harbor'))
    // The row itself is compared again: neither a second difference nor another one than the row has.
    for (const change of [
      { surname_key: 'harbor', forename_key: 'ed' },
      { forename_key: 'ed' },
      {},
    ]) {
      await takeOverBeside(row, JSON.stringify(change))
      expect(await hasResult(tube), JSON.stringify(change)).toBe(false)
    }
    await lab.database.query(
      `alter table app.lab_rows disable trigger user; ${propose('cyward', 'x', two)}; ${end('dimoss', 'x', two)};
       alter table app.lab_rows enable trigger user`,
    )
    expect((await findViolations(lab.database)).map(({ violated }) => violated)).toContain(
      'LAB-05 a difference that was accepted without the paper form',
    )
    await lab.database.query(
      `alter table app.lab_rows disable trigger user;
       update app.lab_rows set resolution = 'closed', resolved_paper = null, proposed_resolution = 'closed', proposed_paper = null where row_id = '${two}';
       alter table app.lab_rows enable trigger user`,
    )
    const restore = await patchFunction(lab.database, 'lab.take_over', (text) =>
      text.replace('= (select w.reasons', '@> (select w.reasons'),
    )
    await takeOverBeside(row, '{"surname_key": "harbor", "forename_key": "ed"}')
    await restore()
    expect(await hasResult(tube)).toBe(true)
  })

  it('LAB-05 a step about a row that changed after it was read is refused, and so is one about another result of its tube', async () => {
    const tube = lab.nextTube()
    const row = await waitingRow(tube, { surname: 'Harbor' })
    const step = { end: 'closed', reason: 'x' } as const
    const seen = 'open 0 none'
    expect(await endRow(deps(), row, { ...step, by: LEAD, seen })).toEqual({ done: 'proposed' })
    // The page of the second person still says that nothing is proposed.
    expect(await endRow(deps(), row, { ...step, by: SECOND_CLERK, seen })).toEqual({
      refused: 'changed-meanwhile',
    })
  })
})
