import { isSamePerson } from '#core/rules/staff-person.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { byOf, type StaffMember } from '#core/server/caller.ts'
import type { Disclose } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import type { RowEnd } from '#core/server/database/result-tables.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { type IdentifierLine, identifierLines } from '#results/rules/beside-tube.ts'
import {
  type AcceptableDifference,
  mayBeConfirmed,
  needsValue,
  oneDifference,
} from '#results/rules/lab-match.ts'
import type { Finding } from '#results/rules/result.ts'
import {
  findEnd,
  findQuarantined,
  type QuarantinedRow,
  type WaitingRow,
} from '#results/server/database/quarantine.ts'
import { patientNameContext } from '#results/server/database/results-contexts.ts'
import { findTubeOfLabel, type Tube } from '#results/server/database/tubes.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'
import { endRow, type RowOutcome } from '#results/server/laboratory/row-ends.ts'
import {
  findBesideTube,
  type RowBesideTube,
  readQuarantine,
  stateOfRow,
} from '#results/server/laboratory/waiting-row.ts'

type Deps = {
  readonly database: Database
  readonly sealer: Sealer
  readonly disclose: Disclose
}

/** The rows of one label, or one row without a label. */
export type WaitingTube = {
  readonly label: string | null
  readonly rows: readonly (WaitingRow & {
    /** Another person proposed an end, and this one may accept it. */
    readonly isForMe: boolean
  })[]
}

/** Rows by reason, the most frequent first. */
export type ReasonCount = { readonly reason: string; readonly count: number }

/** One row beside its tube, as its page shows it. */
export type WaitingCase = {
  readonly row: Omit<QuarantinedRow, 'rowSealed'>
  /** What the person has read: sent back with the form. */
  readonly seen: string
  readonly isImporter: boolean
  readonly isProposer: boolean
  readonly patientName: string | undefined
  readonly tube: Tube | undefined
  /** Undefined when the content is deleted, or has another number of cells than the header. */
  readonly identifiers: readonly IdentifierLine[] | undefined
  /** The laboratory's own reference of the sample; '' when it sent none. */
  readonly labRef: string
  /** What is taken over, only where people must see it to confirm it. */
  readonly value:
    | { readonly sent: string; readonly taken: string; readonly known: string }
    | undefined
  readonly ends: readonly RowEnd[]
  readonly difference: AcceptableDifference | undefined
}

export type RowForm = {
  readonly end: RowEnd
  readonly reason: string
  readonly paper: string
  readonly seen: string
}

const mine = ({ proposedBy, importedBy }: WaitingRow, by: string): boolean =>
  proposedBy !== null && !isSamePerson(proposedBy, by) && !isSamePerson(importedBy, by)

const inWords = ({ value, unit }: Finding): string => `${value} ${unit}`

function valueToConfirm({ row, cells, plainFinding, sample }: RowBesideTube, sealer: Sealer) {
  if (cells === undefined || !needsValue(row.reasons)) return undefined
  const known =
    sample?.resultId && sample.findingSealed
      ? inWords(openFinding(sealer, sample.resultId, sample.findingSealed))
      : ''
  return {
    sent: [cells.value, cells.unit].filter(Boolean).join(' '),
    taken: plainFinding ? inWords(plainFinding) : '',
    known,
  }
}

/** What people may do to a row that waits for these reasons. */
const endsOf = (reasons: readonly string[]): RowEnd[] => [
  ...(mayBeConfirmed(reasons) ? (['confirmed'] as const) : []),
  ...(oneDifference(reasons) === undefined ? [] : (['difference-accepted'] as const)),
  'closed',
]

/** Rows of laboratory files that wait, for the pages (LAB-05). */
export function waitingRowsService({ database, sealer, disclose }: Deps) {
  return {
    /** The rows that wait by label, the oldest first; without names and values. */
    async list(
      member: StaffMember,
    ): Promise<{ tubes: readonly WaitingTube[]; reasons: readonly ReasonCount[] }> {
      const by = byOf(member, 'end-rows')
      const rows = await readQuarantine(database, by, member.staffId)
      const counts = new Map<string, number>()
      for (const reason of rows.flatMap(({ reasons }) => reasons)) {
        counts.set(reason, (counts.get(reason) ?? 0) + 1)
      }
      const marked = rows.map((row) => ({ ...row, isForMe: mine(row, by) }))
      return {
        tubes: [...Map.groupBy(marked, ({ label, rowId }) => label ?? rowId).values()].map(
          (own) => ({ label: own[0]?.label ?? null, rows: own }),
        ),
        reasons: [...counts]
          .map(([reason, count]) => ({ reason, count }))
          .sort((a, b) => b.count - a.count),
      }
    },

    /** One row beside its tube; who reads it, and whose tube it is, is recorded first. Undefined when it does not wait. */
    async open(member: StaffMember, rowId: string): Promise<WaitingCase | undefined> {
      const by = byOf(member, 'end-rows')
      const waits = isUuid(rowId) ? await findQuarantined(database, rowId) : undefined
      if (waits === undefined) return undefined
      const tube = waits.label === null ? undefined : await findTubeOfLabel(database, waits.label)
      await disclose(member, by, {
        action: 'quarantine-row-read',
        subject: `lab-row:${rowId}`,
        patients: tube ? [tube.profileId] : [],
      })
      const found = await findBesideTube({ database, sealer }, rowId)
      if (found === undefined) return undefined
      const { rowSealed: _, ...row } = found.row
      return {
        row,
        seen: stateOfRow(found.row, found.sample?.resultId ?? null),
        isImporter: isSamePerson(row.importedBy, by),
        isProposer: isSamePerson(row.proposedBy ?? '', by),
        patientName: tube && sealer.open(tube.patientNameSealed, patientNameContext(tube.sampleId)),
        tube,
        identifiers:
          found.cells && found.read && identifierLines(found.cells, found.read, found.sample),
        labRef: found.cells?.lab_ref ?? '',
        value: valueToConfirm(found, sealer),
        ends: endsOf(row.reasons),
        difference: oneDifference(row.reasons),
      }
    },

    /** How a row ended; undefined when it waits or is none. */
    ended: (rowId: string) =>
      isUuid(rowId) ? findEnd(database, rowId) : Promise.resolve(undefined),

    /** One person's step to end a row. */
    async end(member: StaffMember, rowId: string, form: RowForm): Promise<RowOutcome> {
      if (!isUuid(rowId)) return { refused: 'not-waiting' }
      const who = { by: byOf(member, 'end-rows'), staffId: member.staffId }
      return await endRow({ database, sealer }, rowId, { ...form, ...who })
    },
  }
}
