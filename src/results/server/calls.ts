import { randomUUID } from 'node:crypto'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { Finding } from '#results/rules/result.ts'
import {
  type CallKind,
  type CallNote,
  type CallReason,
  type Contact,
  type ContactReason,
  listCalls,
  noteCall,
  readContact,
} from '#results/server/database/results-calls.ts'
import { callContext } from '#results/server/database/results-contexts.ts'
import { openFinding } from '#results/server/laboratory/lab-decide.ts'

type CallDeps = { readonly database: Database; readonly sealer: Pick<Sealer, 'open' | 'seal'> }

/** Whom to telephone about a result, with its value and the calls so far. */
export type CallSheet = Omit<Contact, 'findingSealed' | 'round'> & {
  readonly finding: Finding
  readonly calls: readonly (Omit<CallNote, 'noteId' | 'detailsSealed'> & { details: string })[]
}

/** Why the patient is not named, or no call recorded: the text for the clinician, with what to do. */
export const CALL_REFUSALS: Record<CallReason, string> = {
  'not-found': 'there is no such result',
  'refused-by-laboratory': 'the laboratory took its value back: do not tell the patient this value',
  'newer-version': 'the laboratory has corrected it: use the newer version',
  'row-waits':
    'another row of its tube waits: do not tell the patient this value before the row is dealt with',
  'not-judged': 'its judgement is not complete: approve a sheet first',
  'not-open': 'it was withdrawn or replaced: do not tell the patient this value',
  'not-to-be-called': 'it is neither red nor shown to its patient: it needs no call',
  closed: 'the calls about it have ended already',
  'too-soon': 'the last attempt was less than an hour ago: call again later',
  'not-shown':
    'only the calls about a shown result end without a call: release it first, with a reason',
}

/** The patient of a red or shown result; the audit entry that names them comes first, and without it nothing is returned (LAB-12). */
export async function readCallSheet(
  { database, sealer }: CallDeps,
  resultId: string,
  by: string,
): Promise<CallSheet | ContactReason> {
  const found = await readContact(database, resultId, by)
  if (typeof found === 'string') return found
  const { findingSealed, round, ...contact } = found
  const calls = await listCalls(database, resultId, round)
  return {
    ...contact,
    finding: openFinding(sealer, resultId, findingSealed),
    calls: calls.map(({ noteId, detailsSealed, ...call }) => ({
      ...call,
      details: sealer.open(detailsSealed, callContext(noteId)),
    })),
  }
}

/** Records a call about a result; returns why not, or undefined. */
export async function recordCall(
  { database, sealer }: CallDeps,
  resultId: string,
  { kind, details, by }: { kind: CallKind; details: string; by: string },
): Promise<CallReason | undefined> {
  const noteId = randomUUID()
  return await database.transaction(
    async (transaction) =>
      await noteCall(transaction, resultId, {
        noteId,
        kind,
        detailsSealed: sealer.seal(details, callContext(noteId)),
        by,
      }),
  )
}
