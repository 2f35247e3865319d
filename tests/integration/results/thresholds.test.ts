import { describe, expect, it, vi } from 'vitest'
import { putThresholds } from '#results/commands/thresholds.ts'
import { showThresholds, thresholdsService } from '#results/server/thresholds.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { clinician } from '#tests/integration/results/judging-setup.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN, SECOND } from '#tests/integration/results/lab-setup.ts'
import { approve } from '#tests/integration/results/result-steps.ts'

/** The control: with the alarm off no colour is milder than the table. */
const alarm = { isOn: true }
vi.mock('#results/rules/thresholds.ts', async (original) => {
  const actual = await original<typeof import('#results/rules/thresholds.ts')>()
  return {
    ...actual,
    isMilder: (...args: Parameters<typeof actual.isMilder>) =>
      alarm.isOn && actual.isMilder(...args),
  }
})

const lab = perFile(() => labDatabase(16))

/** Judges green by one clinician; whether that alone can be released. */
async function isGreenByOne(value: string): Promise<boolean> {
  const one = await lab.matched(value)
  await approve(lab.database, [{ ...one, light: 'green' }])
  const { released } = await lab.release(one.id)
  return released.length > 0
}

const csv = (...rows: string[]) => ['from_age,amber,red', ...rows].join('\n')
const put = (text: string, by: string) => putThresholds(lab.database, text, by)

describe('a green result of a high value', () => {
  it('LAB-06 LAB-13 without a table waits for a second clinician from 2.5 ng/mL on; the second reads it without the first', async () => {
    expect(await isGreenByOne('2.49')).toBe(true)
    expect(await isGreenByOne('2.5')).toBe(false)
    const one = await lab.matched('88')
    const row = { ...one, light: 'green' }
    expect(await approve(lab.database, [row])).toMatchObject({ ok: true, judged: 0, needSecond: 1 })
    expect(await lab.release(one.id)).toMatchObject({ leftOut: [{ reason: 'not-judged' }] })
    expect(await approve(lab.database, [row], 'Dr Ada Quill, clinician')).toMatchObject({
      ok: false,
    })
    expect(await approve(lab.database, [row], SECOND)).toMatchObject({ judged: 1 })
    expect(await lab.release(one.id)).toMatchObject({ released: [one.id] })
  })

  it('LAB-13 with the check switched off one clinician alone releases 88 as green', async () => {
    alarm.isOn = false
    try {
      expect(await isGreenByOne('88')).toBe(true)
    } finally {
      alarm.isOn = true
    }
  })

  it('LAB-13 the database refuses a judgement without a second person where it sees that one is needed', async () => {
    const one = await lab.matched('5.5')
    await approve(lab.database, [{ ...one, light: 'amber' }])
    const again = (round: number, reader: number) =>
      lab.database.query(
        `insert into app.gradings select gen_random_uuid(), result_id, $2, $3, 'Ben Ashe, clinician', 'benashe', given_at, light_sealed,
           risk_group_sealed, comments_sealed, judgement_mac, false, retest_on_sealed from app.gradings where result_id = $1 limit 1`,
        [one.id, round, reader],
      )
    await expect(again(2, 1)).rejects.toThrow(/L9/)
    await expect(again(1, 2)).rejects.toThrow(/L9/)
  })
})

describe('the table of thresholds', () => {
  it('LAB-13 is in force once another clinician gives the same values, for the age at the sample', async () => {
    const table = csv('40,3.0,10', '70,6.5,15')
    expect(await put(table, CLINICIAN)).toMatchObject({ ok: true, step: 'proposed' })
    expect((await showThresholds(lab.database)).inForce).toBeUndefined()
    expect(await isGreenByOne('2.9')).toBe(false)
    expect(await put(table, 'Dr Ada Quill, clinician')).toMatchObject({
      reason: 'needs-another-person',
    })
    // Another table is a proposal beside the first.
    expect(await put(csv('40,4,10'), SECOND)).toMatchObject({ step: 'proposed' })
    expect(await put('from_age;amber;red\n40;3;10.0\n70;6.5;15\n', SECOND)).toMatchObject({
      step: 'accepted',
      bands: [
        { fromAge: 40, amber: 3, red: 10 },
        { fromAge: 70, amber: 6.5, red: 15 },
      ],
    })
    expect(await put(table, CLINICIAN)).toMatchObject({ reason: 'in-force' })
    expect(await isGreenByOne('2.9')).toBe(true)
    expect(await isGreenByOne('3.0')).toBe(false)
    const shown = await showThresholds(lab.database)
    expect(shown).toMatchObject({
      inForce: { proposedBy: CLINICIAN, acceptedBy: SECOND },
      proposals: [{ proposedBy: SECOND, bands: [{ amber: 4 }] }],
    })
    const { rows } = await lab.database.query(
      "select action, operator from app.audit_log where action like 'thresholds-%' order by audit_id",
    )
    expect(rows).toEqual([
      { action: 'thresholds-proposed', operator: CLINICIAN },
      { action: 'thresholds-proposed', operator: SECOND },
      { action: 'thresholds-accepted', operator: SECOND },
    ])
  })

  it('LAB-13 on its page another clinician accepts what the first proposed; the proposer, and a proposal that is gone, are refused', async () => {
    const [ada, ben] = [clinician('Ada Quill'), clinician('Ben Ashe')]
    const page = thresholdsService({ database: lab.database })
    const bands = [{ fromAge: 40, amber: 3.2, red: 11 }]
    expect(await page.propose(ada, bands)).toMatchObject({ ok: true, step: 'proposed' })
    const { proposals } = await page.show()
    const id = proposals.find(({ bands: [first] }) => first?.amber === 3.2)?.id ?? ''
    expect(await page.accept(ada, id)).toMatchObject({ reason: 'needs-another-person' })
    expect(await page.accept(ben, id)).toMatchObject({ ok: true, step: 'accepted' })
    expect(await page.accept(ben, id)).toMatchObject({ reason: 'in-force' })
    expect((await page.show()).inForce).toMatchObject({ bands, acceptedBy: SECOND })
  })

  it('LAB-13 cannot be changed, accepted twice, by its proposer or by another role, also by SQL', async () => {
    const accept = (key: string, by: string) =>
      lab.database.query(
        `update app.thresholds set accepted_at = now(), accepted_by = $1, accepted_by_key = $2 where accepted_at is null`,
        [by, key],
      )
    await expect(accept('benashe', SECOND)).rejects.toThrow(/thresholds_check|accepted_by_key/)
    await expect(accept('mofinch', CLERK)).rejects.toThrow(/accepted_by/)
    await expect(lab.database.query("update app.thresholds set bands = '[1]'")).rejects.toThrow(
      /append-only/,
    )
    for (const sql of ['delete from app.thresholds', 'truncate app.thresholds']) {
      await expect(lab.database.query(sql)).rejects.toThrow(/append-only/)
    }
    await expect(
      lab.database.query(
        'update app.thresholds set accepted_at = null where accepted_at is not null',
      ),
    ).rejects.toThrow(/append-only/)
  })

  it.each([
    ['40,2.5,10\n40,3,10', 'from_age must be above the one in the line before'],
    [
      '50,2.5,10',
      'from_age must be 40 or less in the first line, so that every age has its values',
    ],
    ['40,"2,5",10', 'amber must be a value in ng/mL, such as 2.5'],
    ['40,10,10', 'red must be above amber'],
    ['forty,1,2', 'from_age must be an age in whole years'],
  ])('LAB-13 a file with a fault changes nothing: %s', async (rows, problem) => {
    expect(await put(csv(rows), CLINICIAN)).toMatchObject({ ok: false, faults: [{ problem }] })
  })
})
