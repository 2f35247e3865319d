import type { LabCells } from '#results/rules/lab-row.ts'
import { labRowContext, resultContext } from '#results/server/database/results-contexts.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { sealer } from '#tests/integration/results/lab-setup.ts'

/** What the database has of laboratory files and their results, read for the comparison with the generator. */
export const storedIn = (database: SqlDatabase) => ({
  /** What the database has of a file, by line. */
  async decisions(csv: string): Promise<string[]> {
    const { rows: found } = await database.query<{ decision: string; reasons: string[] }>(
      `select decision, reasons from app.lab_rows join app.lab_files using (file_id)
        where sha256 = sha256($1::bytea) order by line`,
      [Buffer.from(csv)],
    )
    return found.map(({ decision, reasons }) =>
      decision === 'quarantined' ? `quarantined: ${reasons.sort().join(' ')}` : decision,
    )
  },

  /** The rows of these labels that wait, the oldest first. */
  async openRows(labels: readonly string[]): Promise<{ rowId: string; cells: LabCells }[]> {
    const { rows: open } = await database.query<{ id: string; sealed: Buffer }>(
      `select row_id as id, row_sealed as sealed from app.lab_rows join app.lab_files using (file_id)
        where label = any($1) and decision = 'quarantined' and resolution is null order by imported_at, line`,
      [labels],
    )
    return open.map(({ id, sealed }) => ({
      rowId: id,
      cells: JSON.parse(sealer.open(sealed, labRowContext(id))) as LabCells,
    }))
  },

  /** The newest version of a label's result. */
  async newest(label: string): Promise<string | undefined> {
    const { rows: found } = await database.query<{ id: string }>(
      `select result_id as id from app.results join app.samples using (sample_id) where label = $1 order by version desc limit 1`,
      [label],
    )
    return found[0]?.id
  },

  /** The labels whose result the portal shows. */
  async shownLabels(): Promise<ReadonlySet<string>> {
    const { rows: shown } = await database.query<{ label: string }>(
      `select label from app.released_results r join app.samples using (sample_id) where r.state = 'released'`,
    )
    return new Set(shown.map(({ label }) => label))
  },

  /** The values that these patients are shown, and how many people judged each. */
  async shownByReaders(profileIds: readonly number[]) {
    const { rows: shown } = await database.query<{ id: string; sealed: Buffer; readers: number }>(
      `select r.result_id as id, r.finding_sealed as sealed,
          (select count(distinct g.given_by_key)::int from app.gradings g where g.result_id = r.result_id and g.round = r.round) as readers
         from app.released_results r where r.state = 'released' and r.profile_id = any($1)`,
      [profileIds],
    )
    return shown.map(({ id, sealed, readers }) => ({ readers, ...openFinding(sealer, id, sealed) }))
  },

  /** The open cases of red results of these patients. */
  async openCases(profileIds: readonly number[]): Promise<string[]> {
    const { rows: open } = await database.query<{ id: string }>(
      `select f.follow_up_id as id from app.follow_ups f join app.results r using (result_id)
        where f.kind = 'call-first' and f.outcome is null and r.profile_id = any($1) order by f.opened_at`,
      [profileIds],
    )
    return open.map(({ id }) => id)
  },

  /** The colour of each result of these patients whose judgement is complete, and what is known of its call. */
  async judged(profileIds: readonly number[]) {
    const { rows: judged } = await database.query<{
      id: string
      sealed: Buffer
      hasCase: boolean
      wasSpokenTo: boolean
      isShown: boolean
    }>(
      `select r.result_id as id, r.light_sealed as sealed, c.follow_up_id is not null as "hasCase",
          exists (select from app.follow_up_notes n where n.follow_up_id = c.follow_up_id and n.kind = 'spoken-to') as "wasSpokenTo",
          exists (select from app.released_results s where s.result_id = r.result_id and s.state = 'released') as "isShown"
         from app.results r left join app.follow_ups c on c.result_id = r.result_id and c.round = r.round and c.kind = 'call-first'
        where r.light_sealed is not null and r.profile_id = any($1)`,
      [profileIds],
    )
    return judged.map(({ sealed, ...one }) => ({
      ...one,
      light: sealer.open(sealed, resultContext(one.id, 'light_sealed')),
    }))
  },

  /** The values that are stored for, or shown to, these patients. */
  async values(profileIds: readonly number[]) {
    const found: { table: string; profileId: number; value: string; isHeld: boolean }[] = []
    for (const table of ['results', 'released_results']) {
      const { rows: stored } = await database.query<{
        id: string
        profileId: number
        sealed: Buffer | null
        isHeld: boolean
      }>(
        `select t.result_id as id, t.profile_id as "profileId", t.finding_sealed as sealed, r.held as "isHeld"
           from app.${table} t join app.results r using (result_id) where t.profile_id = any($1)`,
        [profileIds],
      )
      for (const { id, profileId, sealed, isHeld } of stored) {
        if (sealed === null) continue
        found.push({ table, profileId, isHeld, ...openFinding(sealer, id, sealed) })
      }
    }
    return found
  },
})
