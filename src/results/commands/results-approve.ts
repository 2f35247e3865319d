import { londonDate } from '#core/rules/time.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { readSheet, type SheetFault, type SheetRow } from '#results/commands/results-sheet.ts'
import { type Judged, type JudgedAs, judgeCases } from '#results/server/judging/judge-cases.ts'

export type ApproveDeps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
}

/** The number of judgements by what they are. */
export type Approval = Readonly<Record<JudgedAs, number>>

export type ApproveOutcome =
  | ({ readonly ok: true } & Approval)
  | { readonly ok: false; readonly faults: readonly SheetFault[] }

type Refused = Extract<Judged, { ok: false; reason: string }>

const REFUSALS: Readonly<Record<Refused['reason'], string>> = {
  gone: 'this result is shown, replaced, withdrawn or unknown: write a new sheet',
  changed: 'the result has changed since this sheet was written: ask for a new one',
  slipped:
    'label, value or unit differ from the stored result: the rows may have slipped, write a new sheet',
  'imported-it': 'you imported this result from the laboratory: another person judges it',
  'needs-another-person': 'the first judgement is yours: a second person is needed',
}

/** Thrown to roll the transaction back; carries the faults. */
class ApprovalRefused extends Error {
  readonly faults: readonly SheetFault[]
  constructor(faults: readonly SheetFault[]) {
    super('The judgements were refused.')
    this.name = 'ApprovalRefused'
    this.faults = faults
  }
}

const caseOf = (row: SheetRow) => ({
  ...row,
  seen: { label: row.label, value: row.value, unit: row.unit },
})

/** Stores the judgements of a filled-in sheet in one transaction, all or none (LAB-06). */
export async function approveResults(
  deps: ApproveDeps,
  csv: string,
  by: string,
): Promise<ApproveOutcome> {
  const { rows, faults } = readSheet(csv, londonDate(deps.clock.now()))
  if (faults.length > 0) return { ok: false, faults }
  try {
    return await deps.database.transaction(async (transaction) => {
      const counts = { judged: 0, needSecond: 0, disagreed: 0, unchanged: 0 }
      const refused: SheetFault[] = []
      for (const { judgement, judged } of await judgeCases(
        transaction,
        deps,
        rows.map(caseOf),
        by,
      )) {
        const { line } = judgement
        if (judged.ok) counts[judged.kind] += 1
        else if ('reason' in judged) refused.push({ line, problem: REFUSALS[judged.reason] })
        else refused.push({ line, problem: `next_test ${judged.nextTest}` })
      }
      if (refused.length > 0) {
        throw new ApprovalRefused(refused.sort((one, other) => one.line - other.line))
      }
      return { ok: true, ...counts } as const
    })
  } catch (error) {
    if (error instanceof ApprovalRefused) return { ok: false, faults: error.faults }
    throw error
  }
}
