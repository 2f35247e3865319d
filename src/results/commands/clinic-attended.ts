import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { readClinicFile } from '#results/commands/clinic-file.ts'
import type { EndReason } from '#results/server/database/results-samples.ts'
import { type LinesOutcome, recordLines } from '#results/server/desk/desk-lines.ts'

/** Why a sample was not ended, for the operator. */
export const END_REFUSALS: Record<EndReason, string> = {
  'label-unknown': 'There is no sample with this label: read the label again.',
  'not-live': 'Nothing was changed: this sample is void, spoiled or bound by mistake already.',
  'has-result': 'Nothing was changed: this sample has a result. Withdraw the result first.',
  'event-closed':
    'Nothing was changed: the event is closed. Run spoiled instead: the patient is told, and books again free of charge.',
  'row-waits':
    'Nothing was changed: a row of this tube waits, and its value may be right. Two people end the row first.',
}

/** Records an attendance file (CLI-05): `recordLines`, with every fault of the file. */
export async function recordAttendance(
  { database, sealer }: { database: Database; sealer: Sealer },
  csv: string,
  by: string,
): Promise<LinesOutcome> {
  const recorded = await recordLines(database, () => Promise.resolve(readClinicFile(csv)), {
    sealer,
    by,
  })
  return recorded.ok
    ? recorded
    : { ok: false, faults: recorded.faults.map(({ line, problem }) => ({ line, problem })) }
}
