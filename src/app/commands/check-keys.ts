import { timingSafeEqual } from 'node:crypto'
import { findSealedNumber } from '#account/server/database/profiles.ts'
import type { Keys } from '#core/server/config/env.ts'
import type { Queries } from '#core/server/database/database.ts'
import { insertKeyCheck, type KeyCheck, listKeyChecks } from '#core/server/database/key-checks.ts'
import { createSealer, type Sealer } from '#core/server/security/seal.ts'

/** `faults` prevent the start. `missing` are keys of earlier values that are no longer configured. */
export type KeyReport = { readonly faults: readonly string[]; readonly missing: readonly string[] }

const CHECK = 'halyard key check'
const LOOKUP_ID = 'lookup'
const FORMER =
  'Configure the keys that were used with this database before. "npm start" keeps them in keys.json of its data directory.'

const contextOf = (keyId: string) => ({ table: 'key_checks', row: keyId, column: 'check_value' })
const lookupOf = ({ lookup }: Sealer) => lookup(CHECK, 'key-check')

function opens(sealer: Sealer, sealed: Buffer, context: Parameters<Sealer['open']>[1]): boolean {
  try {
    sealer.open(sealed, context)
    return true
  } catch {
    return false
  }
}

/** Whether a key is the one that its check was made with. */
function isSame(sealer: Sealer, { kind, keyId, checkValue }: KeyCheck): boolean {
  if (kind === 'data') return opens(sealer, checkValue, contextOf(keyId))
  const hash = lookupOf(sealer)
  return hash.length === checkValue.length && timingSafeEqual(hash, checkValue)
}

/** Without any check yet: whether the newest encrypted NHS number, if there is one, can be read. */
async function canReadOlderData(db: Queries, sealer: Sealer): Promise<boolean> {
  const older = await findSealedNumber(db)
  return older === undefined || opens(sealer, older.sealed, older.context)
}

async function addChecks(db: Queries, keys: Keys): Promise<void> {
  for (const one of keys.data) {
    const sealer = createSealer({ data: [one], lookup: keys.lookup })
    const checkValue = sealer.seal(CHECK, contextOf(one.id))
    await insertKeyCheck(db, { kind: 'data', keyId: one.id, checkValue })
  }
  const checkValue = lookupOf(createSealer(keys))
  await insertKeyCheck(db, { kind: 'lookup', keyId: LOOKUP_ID, checkValue })
}

/** What is wrong with the configured keys for data with these checks; keys of earlier values may be missing, but not all. */
export function keyFaults(checks: readonly KeyCheck[], keys: Keys): string[] {
  const sealer = createSealer(keys)
  const configured = new Set(keys.data.map(({ id }) => id))
  const data = checks.filter(({ kind }) => kind === 'data').map(({ keyId }) => keyId)
  if (data.length > 0 && !data.some((id) => configured.has(id))) {
    return [`DATA_KEYS lacks the keys of this database (${data.join(', ')}). ${FORMER}`]
  }
  const wrong = checks.filter(
    (check) => (check.kind === 'lookup' || configured.has(check.keyId)) && !isSame(sealer, check),
  )
  return wrong.map(({ kind, keyId }) => {
    const name = kind === 'lookup' ? 'LOOKUP_KEY' : `The key '${keyId}' of DATA_KEYS`
    return `${name} is not the one that this database was used with. ${FORMER}`
  })
}

/**
 * Compares the configured keys with those that this database was used with, and records new ones. Another key of the same
 * name, or none of the known keys, is a fault: patients' data could not be read.
 */
export async function checkKeys(db: Queries, keys: Keys): Promise<KeyReport> {
  const sealer = createSealer(keys)
  const configured = new Set(keys.data.map(({ id }) => id))
  const before = (await listKeyChecks(db)).filter(({ kind }) => kind === 'data')
  const missing = before.map(({ keyId }) => keyId).filter((id) => !configured.has(id))
  if (before.length === 0 && !(await canReadOlderData(db, sealer))) {
    return { faults: [`DATA_KEYS cannot open this database's data. ${FORMER}`], missing }
  }
  if (before.length > 0 && missing.length === before.length) {
    return { faults: keyFaults(before, keys), missing }
  }
  await addChecks(db, keys)
  // Read again: another process may have started with other keys at the same time.
  const checks = await listKeyChecks(db)
  const faults = keyFaults(checks, keys)
  return { faults, missing }
}
