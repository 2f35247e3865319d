import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatShortDate } from '#core/rules/time.ts'
import type { StaffMember } from '#core/server/caller.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { findLaboratory, insertMapping } from '#results/server/database/lab-mappings.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { tubesService } from '#results/server/laboratory/tubes.ts'
import { showQuarantined } from '#results/server/laboratory/waiting-row.ts'
import { type WaitingCase, waitingRowsService } from '#results/server/laboratory/waiting-rows.ts'
import { staffAccessService } from '#staff/server/access.ts'
import { UK_DATES_AND_WORDS } from '#tests/fixtures/lab-mappings.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { LABORATORY, LEAD, sealer, type TakenTube } from '#tests/integration/results/lab-setup.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(async () => {
  const own = await labDatabase(26)
  const { database } = own
  const [importer, one, other] = [
    await staffMember(database, ['coordinator'], 'Imo Clerk'),
    await staffMember(database, ['coordinator'], 'Una Propos'),
    await staffMember(database, ['clinician'], 'Dora Accept'),
  ]
  const { disclose } = staffAccessService({ database, limiter: NO_LIMITER })
  const deps = { database, sealer, disclose }
  const charity = () => Promise.resolve({ charityName: 'Halyard', bookingPhone: '01206 000000' })
  return {
    ...own,
    importer,
    one,
    other,
    rows: waitingRowsService(deps),
    unrecorded: waitingRowsService({
      ...deps,
      disclose: () => Promise.reject(new Error('no audit row')),
    }),
    tubes: tubesService({
      ...deps,
      charity: charity as never,
      siteUrl: 'https://halyard.test',
      nudgeJobs() {},
    }),
  }
})

const NO_LIMITER = { count: () => Promise.resolve(false) } as never

/** The id of the row of a tube that waits. */
async function waiting(
  tube: TakenTube,
  change: Partial<LabCells>,
  by: StaffMember = lab.importer,
): Promise<string> {
  const csv = labCsv([{ ...cellsOf(tube, '1.2'), ...change }])
  const deps = { database: lab.database, sealer }
  expect(await importLabFile(deps, csv, `${by.name}, coordinator`)).toMatchObject({ ok: true })
  const { rows } = await lab.database.query<{ id: string }>(
    `select row_id as id from app.lab_rows join app.lab_files using (file_id)
      where label = $1 and decision = 'quarantined' and resolution is null order by imported_at desc, line desc`,
    [tube.label],
  )
  return rows[0]?.id ?? ''
}

async function open(member: StaffMember, rowId: string): Promise<WaitingCase> {
  const found = await lab.rows.open(member, rowId)
  if (found === undefined) throw new Error('The row does not wait.')
  return found
}

const form = (shown: WaitingCase, end: 'closed' | 'confirmed') => ({
  end,
  reason: 'asked',
  paper: '',
  seen: shown.seen,
})

describe('the pages of rows that wait', () => {
  it('LAB-05 AUD-01 a row beside its tube: the audit row with its patient comes first, and without it nothing is shown', async () => {
    const tube = lab.nextTube()
    const id = await waiting(tube, { surname: 'STRANGER', date_of_birth: '17/05/1960' })
    const shown = await open(lab.one, id)
    expect(shown.identifiers?.map(({ name, verdict }) => `${name}: ${verdict}`)).toEqual([
      'Label: agrees',
      'Surname: differs',
      'Forename: agrees',
      'Date of birth: cannot be read',
      'Day of collection: agrees',
      'Laboratory: agrees',
    ])
    expect(shown).toMatchObject({
      patientName: `${tube.forename} ${tube.surname}`,
      ends: ['closed'],
      value: undefined,
    })
    const { rows } = await lab.database.query(
      `select operator, subjects from app.audit_log where action = 'quarantine-row-read' and subject = $1`,
      [`lab-row:${id}`],
    )
    expect(rows).toEqual([{ operator: 'Una Propos, coordinator', subjects: [tube.profileId] }])
    await expect(lab.unrecorded.open(lab.one, id)).rejects.toThrow('no audit row')
  })

  it('LAB-05 LAB-02 the row of a laboratory with days of its own is read by its mapping', async () => {
    const tube = lab.nextTube()
    const stored = await findLaboratory(lab.database, { name: LABORATORY })
    if (stored === undefined) throw new Error('There is no laboratory.')
    const mapping = { ...UK_DATES_AND_WORDS, dates: 'dd/mm/yyyy' } as const
    const version = { id: randomUUID(), labId: stored.labId, validFrom: null, mapping, by: LEAD }
    await insertMapping(lab.database, version)
    const laboratory = await findLaboratory(lab.database, { name: LABORATORY })
    const cells = {
      ...cellsOf(tube, '1.2'),
      surname: 'Stranger',
      date_of_birth: formatShortDate(tube.birthDate),
      collected_on: formatShortDate(tube.takenOn),
      status: 'Final',
    }
    const deps = { database: lab.database, sealer }
    const by = `${lab.importer.name}, coordinator`
    expect(await importLabFile(deps, labCsv([cells]), by, { laboratory })).toMatchObject({
      waiting: [{ reasons: ['surname-differs'] }],
    })
    const { rows } = await lab.database.query<{ id: string }>(
      'select row_id as id from app.lab_rows where label = $1',
      [tube.label],
    )
    const shown = await open(lab.one, rows[0]?.id ?? '')
    expect(shown.identifiers?.filter(({ verdict }) => verdict !== 'agrees')).toMatchObject([
      { name: 'Surname', verdict: 'differs' },
    ])
  })

  it('LAB-05 a value is shown only where people confirm it, with the one that the tube has', async () => {
    const high = await waiting(lab.nextTube(), { value: '145' })
    expect((await open(lab.one, high)).value).toEqual({ sent: '145 ng/mL', taken: '', known: '' })
    const comma = await waiting(lab.nextTube(), { value: '4,2' })
    expect((await open(lab.one, comma)).value).toMatchObject({ taken: '4.2 ng/mL' })
    const { tube } = await lab.matched('11.4')
    const another = await waiting(tube, { value: '1.90' })
    expect((await open(lab.one, another)).value).toMatchObject({ known: '11.4 ng/mL' })
    for (const change of [{ value: '145', surname: 'Stranger' }, { value: 'x' }, { status: 'P' }]) {
      const id = await waiting(lab.nextTube(), change)
      expect((await open(lab.one, id)).value, JSON.stringify(change)).toBeUndefined()
    }
  })

  it('LAB-05 one person proposes, the list shows it to the other, and a page from before is refused with what changed', async () => {
    const tube = lab.nextTube()
    const id = await waiting(tube, { value: '145' })
    const [first, second] = [await open(lab.one, id), await open(lab.other, id)]
    expect(await lab.rows.end(lab.importer, id, form(first, 'closed'))).toEqual({
      refused: 'importer',
    })
    expect(await lab.rows.end(lab.one, id, form(first, 'closed'))).toEqual({ done: 'proposed' })
    // A double click.
    expect(await lab.rows.end(lab.one, id, form(first, 'closed'))).toEqual({
      refused: 'own-proposal',
    })
    expect(await lab.rows.end(lab.other, id, form(second, 'closed'))).toEqual({
      refused: 'changed-meanwhile',
    })
    const forMe = async (member: StaffMember) => {
      const { tubes } = await lab.rows.list(member)
      return tubes.find(({ label }) => label === tube.label)?.rows[0]?.isForMe
    }
    expect([await forMe(lab.one), await forMe(lab.other), await forMe(lab.importer)]).toEqual([
      false,
      true,
      false,
    ])
    const again = await open(lab.other, id)
    expect(again.row).toMatchObject({ proposedEnd: 'closed', proposedReason: 'asked' })
    expect(await lab.rows.end(lab.other, id, form(again, 'closed'))).toEqual({ done: 'ended' })
    expect(await lab.rows.open(lab.one, id)).toBeUndefined()
    expect(await lab.rows.ended(id)).toMatchObject({ end: 'closed', by: 'Dora Accept, clinician' })
  })

  it('LAB-05 AUD-01 AUD-03 every step on a row is recorded with its member of staff and the patient of the tube, the list with its member', async () => {
    const tube = lab.nextTube()
    const id = await waiting(tube, { value: '145' })
    await showQuarantined({ database: lab.database, sealer }, id, 'Cora Line, coordinator')
    await lab.rows.list(lab.one)
    for (const member of [lab.one, lab.other]) {
      await lab.rows.end(member, id, form(await open(member, id), 'closed'))
    }
    const { rows } = await lab.database.query(
      `select action, staff_id as staff, subjects from app.audit_log
        where subject = $1 or (subject = 'lab-row:all' and audit_id > (select min(audit_id) from app.audit_log where subject = $1))
        order by audit_id`,
      [`lab-row:${id}`],
    )
    const [one, other, subjects] = [lab.one.staffId, lab.other.staffId, [tube.profileId]]
    const action = 'quarantine-row-read'
    expect(rows).toEqual([
      { action, staff: null, subjects },
      { action: 'quarantine-listed', staff: one, subjects: [] },
      { action, staff: one, subjects },
      { action: 'lab-row-closed-proposed', staff: one, subjects },
      { action, staff: other, subjects },
      { action: 'lab-row-closed', staff: other, subjects },
    ])
  })

  it('LAB-05 the list counts rows by reason and names neither a patient nor a value', async () => {
    const tube = lab.nextTube()
    await waiting(tube, { surname: 'Zanzibar', forename: 'Quentin', value: '77.7' })
    const list = await lab.rows.list(lab.one)
    const total = list.tubes.flatMap(({ rows }) => rows).flatMap(({ reasons }) => reasons).length
    expect(list.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(list.reasons.find(({ reason }) => reason === 'forename-differs')?.count).toBe(1)
    expect(JSON.stringify(list)).not.toMatch(/Zanzibar|Quentin|Harbour|Edwin|77\.7/i)
  })

  it('LAB-14 LAB-05 one person does not discard a value that waits: the tube is spoiled only after two people closed its row', async () => {
    const tube = lab.nextTube()
    const id = await waiting(tube, { value: '145' })
    const { tube: found } = await open(lab.one, id)
    const sampleId = found?.sampleId ?? ''
    expect(found?.valueWaits).toBe(true)
    for (const member of [lab.importer, lab.one]) {
      expect(await lab.tubes.spoil(member, sampleId, 'lost')).toBe('row-waits')
    }
    // A row that says that the tube was not tested does not change that.
    const untested = await waiting(tube, { status: 'X', value: '' })
    expect(await lab.tubes.spoil(lab.one, sampleId, 'lost')).toBe('row-waits')
    for (const member of [lab.one, lab.other]) {
      await lab.rows.end(member, id, form(await open(member, id), 'closed'))
    }
    expect((await open(lab.one, untested)).tube?.valueWaits).toBe(false)
    expect(await lab.tubes.spoil(lab.one, sampleId, 'lost')).toBeUndefined()
    // The control: it is this condition.
    const other = await open(lab.one, await waiting(lab.nextTube(), { value: '145' }))
    const restore = await patchFunction(lab.database, 'lab.end_sample', (text) =>
      text.replace('lab.value_waits(p_label)', 'false'),
    )
    expect(await lab.tubes.spoil(lab.one, other.tube?.sampleId ?? '', 'lost')).toBeUndefined()
    await restore()
  })

  it('LAB-14 AUD-01 a spoiled, refused or lost tube: one mail, which the page shows first, and one free repeat, once', async () => {
    const tube = lab.nextTube()
    const id = await waiting(tube, { status: 'X', value: '' })
    const { tube: found } = await open(lab.one, id)
    const sampleId = found?.sampleId ?? ''
    const shown = await lab.tubes.open(lab.one, sampleId)
    expect(shown?.letter.subject).toBe('Please book another appointment with Halyard')
    expect(await lab.tubes.spoil(lab.one, sampleId, 'refused')).toBeUndefined()
    expect(await lab.tubes.spoil(lab.one, sampleId, 'lost')).toBe('not-live')
    expect(await lab.tubes.isSpoiled(sampleId)).toBe(true)
    const { rows } = await lab.database.query(
      `select (select count(*)::int from app.jobs where payload ->> 'sample_id' = $1) as mails,
              (select count(*)::int from app.free_repeats where sample_id::text = $1) as repeats,
              (select reason from app.audit_log where action = 'sample-spoiled' and subject = 'sample:' || $1) as reason`,
      [sampleId],
    )
    expect(rows).toEqual([{ mails: 1, repeats: 1, reason: 'the laboratory refused it' }])
    const { id: result, tube: tested } = await lab.matched('1.2')
    const { rows: samples } = await lab.database.query<{ id: string }>(
      'select sample_id as id from app.results where result_id = $1',
      [result],
    )
    expect(tested.label).toBeTruthy()
    expect(await lab.tubes.spoil(lab.one, samples[0]?.id ?? '', 'lost')).toBe('has-result')
  })
})
