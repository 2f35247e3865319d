import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { StaffMember } from '#core/server/caller.ts'
import { type LabMapping, SPECIFICATION } from '#results/rules/lab-mapping.ts'
import { insertMapping } from '#results/server/database/lab-mappings.ts'
import { tidyUploads } from '#results/server/database/lab-uploads.ts'
import { countWorklists } from '#results/server/database/worklists.ts'
import { labMappingsService } from '#results/server/laboratory/lab-mappings.ts'
import { labUploadsService } from '#results/server/laboratory/lab-uploads.ts'
import { closeRow, confirmRow } from '#results/server/laboratory/row-ends.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { OWN_HEADERS, UK_DATES_AND_WORDS } from '#tests/fixtures/lab-mappings.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import {
  CLERK,
  EVENT_DAY,
  sealer,
  type TakenTube,
  takeTubes,
} from '#tests/integration/results/lab-setup.ts'
import { byTwo } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const test = perFile(testDatabase)
const service = (database = test.database) =>
  labUploadsService({ database, sealer, nudgeJobs: () => {} })
const clerk = () => staffMember(test.database, ['coordinator'])

async function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1000) yield Buffer.from(bytes.subarray(at, at + 1000))
}

const PEOPLE = ['Archer', 'Barker', 'Cooper'].map((surname, at) => ({
  surname,
  forename: 'Alan',
  birthDate: `195${at}-01-10`,
}))
let laboratories = 0

/** A laboratory with a mapping and the tubes of three patients. */
async function laboratory(mapping?: LabMapping) {
  laboratories += 1
  const name = `Upland Pathology ${laboratories}`
  const tubes = await takeTubes(test.database, PEOPLE, { laboratory: name })
  const labs = await service().laboratories(await clerk())
  const labId = labs.find((one) => one.name === name)?.labId ?? 0
  if (mapping) {
    const version = { id: randomUUID(), labId, validFrom: null, mapping, by: CLERK }
    await insertMapping(test.database, version)
  }
  return { name, labId, tubes }
}

/** Sends a file and runs its job. */
async function send(
  labId: number,
  content: string | Uint8Array,
  by: StaffMember | Promise<StaffMember> = clerk(),
) {
  const member = await by
  const uploadId = randomUUID()
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const problem = await service().receive(member, { uploadId, labId, content: piecesOf(bytes) })
  await service().checkUpload(uploadId)
  return { member, uploadId, problem, upload: await service().find(uploadId) }
}

const countOf = async (from: string, ...values: unknown[]) => {
  const { rows } = await test.database.query<{ n: number }>(
    `select count(*)::int as n from ${from}`,
    values,
  )
  return rows[0]?.n
}
const pieces = (uploadId: string) => countOf('app.lab_upload_pieces where upload_id = $1', uploadId)
const rowsOf = (tubes: readonly TakenTube[]) =>
  countOf(
    'app.lab_rows where label = any($1)',
    tubes.map(({ label }) => label),
  )
const csvOf = (tubes: readonly TakenTube[]) =>
  labCsv(tubes.map((tube, at) => cellsOf(tube, `1.${at + 1}`)))

describe('LAB-02 a file is sent, checked, taken over', () => {
  it('nothing is a result before "Take over"; afterwards every line is where the report said, and the content is deleted', async () => {
    const { labId, tubes } = await laboratory()
    const [one, two, three] = tubes
    if (!one || !two || !three) throw new Error('There are no tubes.')
    const csv = labCsv([
      cellsOf(one, '1.1'),
      { ...cellsOf(two, '1.2'), surname: 'Other' },
      cellsOf(three, '145'),
    ])
    const { member, uploadId, upload } = await send(labId, csv)
    expect(upload).toMatchObject({
      state: 'checked',
      report: {
        rowCount: 3,
        counts: { accepted: 1, quarantined: 2 },
        waiting: [
          { line: 3, label: two.label, reasons: ['surname-differs'] },
          { line: 4, label: three.label, reasons: ['value-implausible'] },
        ],
        waitingCount: 2,
      },
    })
    expect(await rowsOf(tubes)).toBe(0)
    expect(await pieces(uploadId)).toBe(1)
    const listed = async () => {
      const person = { name: member.name, day: EVENT_DAY }
      return (await countWorklists(test.database, person)).filesChecked
    }
    const before = await listed()
    expect(before).toBeGreaterThan(0)

    expect(await service().takeOver(member, uploadId)).toBe(true)
    expect(await listed()).toBe(before - 1)
    await service().takeUploadOver(uploadId)
    const taken = await service().find(uploadId)
    expect(taken).toMatchObject({ state: 'taken', report: upload?.report })
    expect(await rowsOf(tubes)).toBe(3)
    expect(await pieces(uploadId)).toBe(0)
    const { taken: files } = await service().list()
    expect(files[0]).toMatchObject({
      fileId: taken?.fileId,
      importedBy: `${member.name}, coordinator`,
      rowCount: 3,
    })
  })

  it('a double click, two tabs and a job that runs twice take it over once', async () => {
    const { labId, tubes } = await laboratory()
    const { member, uploadId } = await send(labId, csvOf(tubes))
    const clicks = await Promise.all([1, 2, 3].map(() => service().takeOver(member, uploadId)))
    expect(clicks.filter(Boolean)).toHaveLength(1)
    await Promise.all([1, 2].map(() => service().takeUploadOver(uploadId)))
    expect(await service().find(uploadId)).toMatchObject({ state: 'taken' })
    expect(await rowsOf(tubes)).toBe(3)
    expect(
      await countOf(`app.jobs where kind = 'lab-take-over' and dedupe_key = $1`, uploadId),
    ).toBe(1)
  })

  it('the form that is sent twice stores one file, and another person neither takes it over nor deletes it', async () => {
    const { labId, tubes } = await laboratory()
    const { member, uploadId } = await send(labId, csvOf(tubes))
    const again = { uploadId, labId, content: piecesOf(Buffer.from('x')) }
    expect(await service().receive(member, again)).toBeUndefined()
    expect(await pieces(uploadId)).toBe(1)
    const other = await clerk()
    expect(await service().takeOver(other, uploadId)).toBe(false)
    expect(await service().discard(other, uploadId)).toBe(false)
    expect(await service().discard(member, uploadId)).toBe(true)
    expect(await pieces(uploadId)).toBe(0)
    expect(await service().takeOver(member, uploadId)).toBe(false)
  })

  it('a file whose job fails can be deleted by its sender; its page says so, and refreshes for some minutes only', async () => {
    const { labId, tubes } = await laboratory()
    const member = await clerk()
    for (const kind of ['lab-check', 'lab-take-over']) {
      const uploadId = randomUUID()
      const content = piecesOf(Buffer.from(csvOf(tubes)))
      await service().receive(member, { uploadId, labId, content })
      if (kind === 'lab-take-over') {
        await service().checkUpload(uploadId)
        await test.database.query('update app.jobs set done_at = now() where dedupe_key = $1', [
          uploadId,
        ])
        await service().takeOver(member, uploadId)
      }
      expect(await service().work(uploadId)).toEqual({ isRecent: true, trouble: null })
      const change = (set: string) =>
        test.database.query(`update app.jobs set ${set} where kind = $1 and dedupe_key = $2`, [
          kind,
          uploadId,
        ])
      await change(`last_error = 'Error', created_at = created_at - interval '6 minutes'`)
      expect(await service().work(uploadId)).toEqual({ isRecent: false, trouble: 'retried' })
      await change('failed_at = now()')
      expect(await service().work(uploadId)).toMatchObject({ trouble: 'given-up' })
      expect(await service().discard(await clerk(), uploadId)).toBe(false)
      expect(await service().discard(member, uploadId)).toBe(true)
      expect(await countOf('app.jobs where dedupe_key = $1 and done_at is null', uploadId)).toBe(0)
    }
  })

  it('a file that is deleted while it is taken over leaves no row', async () => {
    const { labId, tubes } = await laboratory()
    const { member, uploadId } = await send(labId, csvOf(tubes))
    await service().takeOver(member, uploadId)
    const taking = await test.database.transaction(async (held) => {
      await sql`select from app.samples where label = ${tubes[0]?.label ?? ''} for update`.execute(
        held.kysely,
      )
      const end = service().takeUploadOver(uploadId)
      await waitForLockWait(test.database)
      expect(await service().discard(member, uploadId)).toBe(true)
      return { end }
    })
    await taking.end
    expect(await service().find(uploadId)).toBeUndefined()
    expect(await rowsOf(tubes)).toBe(0)
  })

  it('the same file again names when and by whom', async () => {
    const { labId, tubes } = await laboratory()
    const { member, uploadId } = await send(labId, csvOf(tubes))
    await service().takeOver(member, uploadId)
    await service().takeUploadOver(uploadId)
    const { upload } = await send(labId, csvOf(tubes))
    expect(upload?.state).toBe('refused')
    // Its sender, who has left the page, finds it again.
    expect((await service().list()).open).toContainEqual(upload)
    expect(upload?.report.problems?.[0]).toMatch(
      new RegExp(`^This file was taken over on \\d.* by ${member.name}, coordinator\\.$`),
    )
  })

  it('a mapping that was changed between the check and "Take over" takes nothing over', async () => {
    const { labId, tubes } = await laboratory()
    const { member, uploadId } = await send(labId, csvOf(tubes))
    await service().takeOver(member, uploadId)
    const version = {
      id: randomUUID(),
      labId,
      validFrom: null,
      mapping: UK_DATES_AND_WORDS,
      by: CLERK,
    }
    await insertMapping(test.database, version)
    await service().takeUploadOver(uploadId)
    expect(await service().find(uploadId)).toMatchObject({ state: 'refused' })
    expect(await rowsOf(tubes)).toBe(0)
  })
})

describe('LAB-02 a file that is edited after its check waits', () => {
  const takeOver = async (labId: number, csv: string, by?: StaffMember) => {
    const sent = await send(labId, csv, by)
    await service().takeOver(sent.member, sent.uploadId)
    await service().takeUploadOver(sent.uploadId)
    return (await service().find(sent.uploadId))?.report
  }
  const edited = async () => {
    const { labId, tubes } = await laboratory()
    const [tube] = tubes
    if (!tube) throw new Error('There is no tube.')
    const cells = cellsOf(tube, '1.1')
    const first = await send(labId, labCsv([{ ...cells, surname: 'Other' }]))
    expect(first.upload?.report.counts).toEqual({ quarantined: 1 })
    expect(await service().discard(first.member, first.uploadId)).toBe(true)
    return { labId, tube, cells, ...first }
  }

  it('also when the first file was deleted and another person sends the edited one; two people end it, and later rows pass', async () => {
    const { labId, tube, cells } = await edited()
    const report = await takeOver(labId, labCsv([cells]))
    expect(report).toMatchObject({
      counts: { quarantined: 1 },
      waiting: [{ label: tube.label, reasons: ['checked-otherwise'] }],
    })
    const { rows } = await test.database.query<{ id: string }>(
      'select row_id as id from app.lab_rows where label = $1',
      [tube.label],
    )
    const row = rows[0]?.id ?? ''
    expect(await byTwo(test.database, confirmRow, row)).toBeUndefined()
    const corrected = labCsv([{ ...cells, value: '1.4', status: 'C' }])
    expect(await takeOver(labId, corrected)).toMatchObject({ counts: { amended: 1 } })
  })

  it('the same identifiers pass, and a checked row that is taken over leaves it to the rows that wait', async () => {
    const { labId, tubes } = await laboratory()
    const [one, two] = tubes
    if (!one || !two) throw new Error('There are no tubes.')
    await send(labId, labCsv([{ ...cellsOf(one, ''), status: 'P' }]))
    expect(await takeOver(labId, labCsv([cellsOf(one, '1.1')]))).toMatchObject({
      counts: { accepted: 1 },
    })
    await takeOver(labId, labCsv([{ ...cellsOf(two, '1.2'), surname: 'Other' }]))
    expect(await takeOver(labId, labCsv([cellsOf(two, '1.2')]))).toMatchObject({
      waiting: [{ reasons: ['another-row-waits'] }],
    })
  })

  it('also after a row that repeats one from before the check, which two people close; control: if that ends the check, the edited row is a result', async () => {
    const repeat = async () => {
      const { labId, tubes } = await laboratory()
      const [one, two] = tubes
      if (!one || !two) throw new Error('There are no tubes.')
      const waiting = { ...cellsOf(one, '1.1'), surname: 'Other' }
      await takeOver(labId, labCsv([waiting]))
      await send(labId, labCsv([{ ...waiting, value: '1.2' }]))
      expect(await takeOver(labId, labCsv([waiting, cellsOf(two, '1.5')]))).toMatchObject({
        counts: { unchanged: 1, accepted: 1 },
      })
      const { rows } = await test.database.query<{ id: string }>(
        `select row_id as id from app.lab_rows where label = $1 and decision = 'quarantined'`,
        [one.label],
      )
      expect(await byTwo(test.database, closeRow, rows[0]?.id ?? '')).toBeUndefined()
      return (await takeOver(labId, labCsv([cellsOf(one, '1.2')])))?.counts
    }
    expect(await repeat()).toEqual({ quarantined: 1 })
    const restore = await patchFunction(test.database, 'lab.open_checks', (text) =>
      text.replace("'unchanged'", "''"),
    )
    expect(await repeat()).toEqual({ accepted: 1 })
    await restore()
  })

  it('the database decides it whatever the application decided; control: without its condition the edited row is a result', async () => {
    const counts = []
    const change = (text: string) =>
      text.replace('select from checked c where', 'select from checked c where false and')
    for (const isGuarded of [true, false]) {
      const { labId, tube, cells } = await edited()
      const file = await send(labId, labCsv([cells]))
      await service().takeOver(file.member, file.uploadId)
      // What the application reads is empty, as if the check ended after it decided.
      const reads = await patchFunction(test.database, 'lab.open_checks', (text) =>
        text.replace(
          'c.label = any(p_labels)',
          "c.label = any(p_labels) and pg_catalog.current_query() like '%take_over%'",
        ),
      )
      const guard = isGuarded
        ? undefined
        : await patchFunction(test.database, 'lab.take_over', change)
      await service().takeUploadOver(file.uploadId)
      await guard?.()
      await reads()
      const { rows } = await test.database.query<{ decision: string }>(
        'select decision from app.lab_rows where label = $1',
        [tube.label],
      )
      counts.push(...rows.map(({ decision }) => decision))
    }
    expect(counts).toEqual(['quarantined', 'accepted'])
  })
})

describe('LAB-02 the person who saved the mapping in force does not import a file that it reads', () => {
  it('refused before the upload, at the check and at "Take over", until another person saves the mapping', async () => {
    const { labId, tubes, name } = await laboratory(UK_DATES_AND_WORDS)
    const member = await clerk()
    const version = { labId, validFrom: null, mapping: SPECIFICATION }
    const save = (by: string) => insertMapping(test.database, { ...version, id: randomUUID(), by })
    const isOwn = async () =>
      (await service().laboratories(member)).find((one) => one.labId === labId)?.isOwnMapping
    expect(await isOwn()).toBe(false)
    await save(`Dr ${member.name}, clinician`)
    expect(await isOwn()).toBe(true)
    const { upload } = await send(labId, csvOf(tubes), member)
    expect(upload?.state).toBe('refused')
    expect(upload?.report.problems?.[0]).toContain(`you saved how ${name} writes its files`)

    const other = await send(labId, csvOf(tubes))
    expect(await service().takeOver(other.member, other.uploadId)).toBe(true)
    await service().takeUploadOver(other.uploadId)
    expect(await service().find(other.uploadId)).toMatchObject({ state: 'taken' })

    await save(CLERK)
    expect(await isOwn()).toBe(false)
    expect((await send(labId, csvOf(tubes.slice(1)), member)).upload?.state).toBe('checked')
  })

  it('the database refuses it whatever the application does; control: without the trigger it does not', async () => {
    const { labId } = await laboratory(OWN_HEADERS)
    const file = `insert into app.lab_files (file_id, sha256, imported_by, imported_by_key, imported_at, row_count, lab_id, mapping_id)
      select gen_random_uuid(), sha256('own mapping'), made_by, made_by_key, now(), 1, lab_id, mapping_id
        from app.lab_mappings where lab_id = ${labId}`
    await expect(test.database.query(file)).rejects.toThrow(/LAB-02 the person who saved a mapping/)
    await test.database.query(
      `begin; alter table app.lab_files disable trigger lab_files_by_another; ${file}; rollback`,
    )
  })
})

describe('LAB-02 files as laboratories send them, by upload', () => {
  const adapted = (name: string, tubes: readonly TakenTube[], laboratoryName: string) => {
    const day = EVENT_DAY.split('-')
      .reverse()
      .join('/')
      .replace(/20(\d\d)$/, '$1')
    const text = readFileSync(
      new URL(`../../fixtures/lab-files/${name}.csv`, import.meta.url),
      'latin1',
    )
    const [one, two, three] = tubes
    return Buffer.from(
      text
        .replaceAll('Northgate Pathology', laboratoryName)
        .replaceAll('03/12/26', day)
        .replace('H992PH53', one?.label ?? '')
        .replace('HPAE3AHC', two?.label ?? '')
        .replace('HQKB0RNN', three?.label ?? '')
        .replaceAll(/(BARKER),BRIAN,11\/02/g, '$1,ALAN,10/01')
        .replaceAll(/(COOPER),COLIN,12\/03/g, '$1,ALAN,10/01'),
      'latin1',
    )
  }

  it.each([
    ['as-sent-title-row-own-headers', OWN_HEADERS, 2],
    ['as-sent-uk-dates-words', UK_DATES_AND_WORDS, 1],
  ])('%s', async (name, mapping, skipped) => {
    const lab = await laboratory({
      ...mapping,
      skipped: ['Upland Pathology', 'Total samples'],
      ...(name === 'as-sent-title-row-own-headers' ? {} : { skipped: ['Total samples'] }),
    })
    const { member, uploadId, upload } = await send(lab.labId, adapted(name, lab.tubes, lab.name))
    expect(upload?.report).toMatchObject({
      rowCount: 30,
      skipped,
      counts: { accepted: 2, quarantined: 28 },
    })
    expect(
      upload?.report.waiting?.find(({ label }) => label === lab.tubes[2]?.label)?.reasons,
    ).toEqual(['not-tested', 'value-missing'])
    await service().takeOver(member, uploadId)
    await service().takeUploadOver(uploadId)
    expect(await rowsOf(lab.tubes)).toBe(3)
    const { rows } = await test.database.query<{ mapping: string | null }>(
      'select mapping_id as mapping from app.lab_files where file_id = $1',
      [(await service().find(uploadId))?.fileId],
    )
    expect(rows[0]?.mapping).toBe(upload?.mappingId)
  })
})

describe('LAB-02 what is no file of the laboratory is refused with what to do, and nothing of it is kept', () => {
  it.each([
    ['an empty file', new Uint8Array(), /empty/],
    ['XLSX', Buffer.from('PK\u0003\u0004 …'), /workbook/],
    ['two bytes per character', Buffer.from('\uFEFFlabel', 'utf16le'), /Unicode Text/],
  ])('%s, on the form', async (_, bytes, problem) => {
    const { labId } = await laboratory()
    const sent = await send(labId, bytes)
    expect(sent.problem).toMatch(problem)
    expect(sent.upload).toBeUndefined()
  })

  it('ANSI, another laboratory by its rows or by its tubes: on the page of the file', async () => {
    const [one, other] = [await laboratory(), await laboratory(OWN_HEADERS)]
    const ansi = Buffer.from(csvOf(one.tubes).replace('Alan', 'Al\xe1n'), 'latin1')
    const foreign = `Sample ID,Surname,Forename,DOB,Collected,Test,Result,Units,Status\r\n${one.tubes[0]?.label},A,B,10/01/50,03/12/26,PSA,1.1,ug/L,Final\r\n`
    for (const [labId, content, problem] of [
      [one.labId, ansi, /^This file is not UTF-8/],
      [one.labId, csvOf(one.tubes).replaceAll(one.name, 'Elsewhere'), /no row names Upland/],
      [other.labId, foreign, /the tubes of this file did not go to Upland/],
    ] as const) {
      const { upload, uploadId } = await send(labId, content)
      expect(upload?.state).toBe('refused')
      expect(upload?.report.problems?.join()).toMatch(problem)
      expect(await pieces(uploadId)).toBe(0)
    }
  })

  it('a request that breaks off leaves nothing; a process that ends leaves pieces that are cleared', async () => {
    const { labId, tubes } = await laboratory()
    const member = await clerk()
    const uploadId = randomUUID()
    async function* broken() {
      yield Buffer.from(csvOf(tubes)).subarray(0, 50)
      throw new Error('reset')
    }
    await expect(service().receive(member, { uploadId, labId, content: broken() })).rejects.toThrow(
      'reset',
    )
    expect(await service().find(uploadId)).toBeUndefined()

    // As kill -9 leaves it: begun, and never moved on.
    const { uploadId: left } = await send(labId, csvOf(tubes))
    await test.database.query(
      `update app.lab_uploads set state = 'sending', sent_at = now() - interval '2 hours' where upload_id = $1`,
      [left],
    )
    await service().checkUpload(left)
    expect(await service().takeOver(member, left)).toBe(false)
    await tidyUploads(test.database)
    expect(await pieces(left)).toBe(0)
    expect(await rowsOf(tubes)).toBe(0)
  })

  it('a form that is sent again while its content arrives replaces it, and the older request, whole or cut off, changes nothing', async () => {
    for (const end of ['ends', 'breaks off']) {
      const { labId, tubes } = await laboratory()
      const [member, uploadId] = [await clerk(), randomUUID()]
      const csv = Buffer.from(csvOf(tubes))
      const send = (content: AsyncIterable<Buffer>) =>
        service().receive(member, { uploadId, labId, content })
      async function* older() {
        yield Buffer.alloc(300_000, 'x')
        expect(await send(piecesOf(csv))).toBeUndefined()
        if (end === 'breaks off') throw new Error('reset')
        yield Buffer.alloc(300_000, 'x')
      }
      const first = send(older())
      if (end === 'ends') expect(await first).toBeUndefined()
      else await expect(first).rejects.toThrow('reset')
      expect(await pieces(uploadId)).toBe(1)
      expect(
        await countOf(
          `app.audit_log where action = 'lab-file-sent' and subject = $1`,
          `lab-upload:${uploadId}`,
        ),
      ).toBe(1)
      await service().checkUpload(uploadId)
      expect(await service().find(uploadId)).toMatchObject({ report: { counts: { accepted: 3 } } })
    }
  })

  it('a sixth file of one person is refused until one is deleted', async () => {
    const { labId, tubes } = await laboratory()
    const member = await clerk()
    const first = await send(labId, csvOf(tubes), member)
    for (let count = 1; count < 5; count += 1) await send(labId, csvOf(tubes), member)
    const sixth = await send(labId, csvOf(tubes), member)
    expect([sixth.problem, sixth.upload]).toEqual([
      'You have 5 files that are not taken over. Take them over or delete them first.',
      undefined,
    ])
    expect((await send(labId, csvOf(tubes))).upload?.state).toBe('checked')
    await service().discard(member, first.uploadId)
    expect((await send(labId, csvOf(tubes), member)).upload?.state).toBe('checked')
  })

  it('a person who sends 20 forms at the same time has five files', async () => {
    const { labId, tubes } = await laboratory()
    const member = await clerk()
    const content = Buffer.from(csvOf(tubes))
    const problems = await Promise.all(
      Array.from({ length: 20 }, () =>
        service().receive(member, { uploadId: randomUUID(), labId, content: piecesOf(content) }),
      ),
    )
    expect(problems.filter((one) => one === undefined)).toHaveLength(5)
    expect(await countOf('app.lab_uploads where staff_id = $1', member.staffId)).toBe(5)
  })

  it('the content is sealed: no surname, label or value is in the table or in a job', async () => {
    const { labId, tubes } = await laboratory()
    const { uploadId } = await send(labId, csvOf(tubes))
    const { rows } = await test.database.query<{ bytes: Buffer }>(
      `select content_sealed as bytes from app.lab_upload_pieces where upload_id = $1
       union all select convert_to(to_jsonb(u)::text, 'UTF8') from app.lab_uploads u where upload_id = $1
       union all select convert_to(payload::text, 'UTF8') from app.jobs where dedupe_key = $1::text`,
      [uploadId],
    )
    const found = (text: string) => rows.some(({ bytes }) => bytes.includes(text))
    expect(rows).toHaveLength(3)
    expect(found('Archer')).toBe(false)
    expect(found('1950-01-10')).toBe(false)
    // The control: what is not sealed is found.
    expect(found(uploadId)).toBe(true)
  })
})

describe('LAB-02 mappings are dated versions', () => {
  const mappings = () => labMappingsService({ database: test.database })
  const inForce = async (labId: number) => await mappings().find(labId)

  it('a version counts from its moment, is never changed, and a page that is out of date saves nothing', async () => {
    const [{ labId }, member] = [await laboratory(), await clerk()]
    const lab = await inForce(labId)
    if (!lab) throw new Error('There is no laboratory.')
    const version = (basedOn: string | null, validFrom: Date | null = null) => ({
      ...{ id: randomUUID(), laboratory: lab, basedOn, validFrom, mapping: OWN_HEADERS },
    })
    const first = version(null)
    expect(await mappings().save(member, first)).toBe('saved')
    // The form that is sent again.
    expect(await mappings().save(member, first)).toBe('saved')
    expect(await inForce(labId)).toMatchObject({ mappingId: first.id, mapping: OWN_HEADERS })
    expect(await mappings().save(member, version(null))).toBe('changed')
    const later = version(first.id, new Date(Date.now() + 86_400_000))
    expect(await mappings().save(member, later)).toBe('saved')
    expect(await inForce(labId)).toMatchObject({ mappingId: first.id })
    expect(await mappings().versions(labId)).toHaveLength(2)
    const both = [version(first.id), version(first.id)]
    const saved = await Promise.all(both.map((one) => mappings().save(member, one)))
    expect(saved.sort()).toEqual(['changed', 'saved'])
    await expect(
      test.database.query('update app.lab_mappings set valid_from = now() where lab_id = $1', [
        labId,
      ]),
    ).rejects.toThrow('append-only')
    await expect(
      mappings().save(await staffMember(test.database, ['phlebotomist']), version(first.id)),
    ).rejects.toThrow('may not')
  })

  it('a preview says what cannot be read, and stores nothing', async () => {
    const bytes = readFileSync(
      new URL('../../fixtures/lab-files/as-sent-uk-dates-words.csv', import.meta.url),
    )
    const preview = await mappings().preview('Northgate Pathology', UK_DATES_AND_WORDS, bytes)
    expect(preview).toMatchObject({
      rowCount: 30,
      problems: [],
      faults: { 'not-tested': 1, 'decimal-comma': 1, 'value-implausible': 1 },
    })
    expect(JSON.stringify(preview)).not.toMatch(/ARCHER|H992PH53|1950/)
  })
})
