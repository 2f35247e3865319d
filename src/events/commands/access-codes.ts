import { randomUUID } from 'node:crypto'
import { alignColumns } from '#core/commands/columns.ts'
import { formatShortInstant } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import { readClock } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { isLongEnoughCode, LEAST_CHOSEN_CODE } from '#events/rules/access-code.ts'
import {
  accessCodeContext,
  accessCodeLookup,
  createAccessCode,
} from '#events/server/access-code.ts'
import {
  insertCode,
  listCodes,
  revokeCode,
  type StoredCode,
} from '#events/server/database/access-codes.ts'
import { findKnownEvent, type KnownEvent } from '#events/server/database/events.ts'

/** Why a command about access codes changes nothing, for the operator. */
export const ACCESS_CODE_REFUSALS = {
  'event-not-found': 'There is no such event.',
  'event-public': 'This event is not private: it needs no access code.',
  'code-short': `Choose a code of at least ${LEAST_CHOSEN_CODE} letters and digits, or leave it out: one is made then.`,
  'code-known': 'This event has or had the same code. Choose another one.',
  'code-not-found': 'This event has no such code, or it is revoked already.',
  'code-unclear': 'Several codes begin so. Write more of the id.',
} as const
export type AccessCodeRefusal = keyof typeof ACCESS_CODE_REFUSALS

type Deps = { readonly database: Database; readonly sealer: Sealer }

/** An operator's request: without `code` a code is made, without `mostUses` there is no limit. */
export type CodeRequest = {
  readonly label: string
  readonly code?: string
  readonly mostUses: number | null
  readonly validFrom: Date | null
  readonly validUntil: Date | null
}

const audit = (db: Queries, action: string, subject: string, operator: string) =>
  insertAudit(db, { actor: null, action, subject, requestId: null, operator })

/** Adds a code to a private event; returns the event and the code, which is shown now. */
export async function addAccessCode(
  { database, sealer }: Deps,
  eventId: number,
  request: CodeRequest,
  operator: string,
): Promise<{ event: KnownEvent['event']; code: string } | AccessCodeRefusal> {
  const known = await findKnownEvent(database, eventId, { withDrafts: true })
  if (known === undefined) return 'event-not-found'
  if (!known.event.isPrivate) return 'event-public'
  const { code = createAccessCode(), ...rest } = request
  if (!isLongEnoughCode(code)) return 'code-short'
  const codeId = randomUUID()
  const isAdded = await database.transaction(async (transaction) => {
    const lookup = accessCodeLookup(sealer, code)
    const sealed = sealer.seal(code, accessCodeContext(codeId))
    if (!(await insertCode(transaction, { ...rest, codeId, eventId, sealed, lookup }))) return false
    await audit(transaction, 'access-code-added', `access-code:${codeId}`, operator)
    return true
  })
  return isAdded ? { event: known.event, code } : 'code-known'
}

const SHORT_ID = 8
const HEADINGS = ['id', 'label', 'booked', 'uses', 'from', 'until', 'state'] as const

function stateOf({ revokedAt, validFrom, validUntil, mostUses, used }: StoredCode, now: Date) {
  if (revokedAt !== null) return 'revoked'
  if (validUntil !== null && validUntil <= now) return 'over'
  if (validFrom !== null && validFrom > now) return 'not yet'
  return mostUses !== null && used >= mostUses ? 'used up' : 'open'
}

const shortInstant = (at: Date | null) => (at === null ? '' : formatShortInstant(at))

/** The codes of an event as a table; with `reveal` also the codes themselves, which is recorded under that name. */
export async function accessCodeTable(
  { database, sealer }: Deps,
  eventId: number,
  reveal: string | undefined,
): Promise<string | AccessCodeRefusal> {
  if ((await findKnownEvent(database, eventId, { withDrafts: true })) === undefined)
    return 'event-not-found'
  const codes = await listCodes(database, eventId)
  if (reveal !== undefined) {
    await audit(database, 'access-codes-revealed', `event:${eventId}`, reveal)
  }
  const now = await readClock(database)
  const rows = codes.map((code) => [
    code.codeId.slice(0, SHORT_ID),
    code.label,
    String(code.used),
    code.mostUses === null ? 'no limit' : String(code.mostUses),
    shortInstant(code.validFrom),
    shortInstant(code.validUntil),
    stateOf(code, now),
    ...(reveal === undefined ? [] : [sealer.open(code.sealed, accessCodeContext(code.codeId))]),
  ])
  return alignColumns([reveal === undefined ? HEADINGS : [...HEADINGS, 'code'], ...rows])
}

/** Revokes the code of the event whose id begins with `idStart`; its grants open nothing any more, booked appointments stay. */
export async function revokeAccessCode(
  { database }: Pick<Deps, 'database'>,
  eventId: number,
  idStart: string,
  operator: string,
): Promise<StoredCode | AccessCodeRefusal> {
  const codes = await listCodes(database, eventId)
  const [code, another] = codes.filter(({ codeId }) => codeId.startsWith(idStart.toLowerCase()))
  if (code === undefined || idStart.length < SHORT_ID) return 'code-not-found'
  if (another !== undefined) return 'code-unclear'
  return await database.transaction(async (transaction) => {
    if (!(await revokeCode(transaction, eventId, code.codeId))) return 'code-not-found'
    await audit(transaction, 'access-code-revoked', `access-code:${code.codeId}`, operator)
    return code
  })
}
