import {
  countByKey,
  listClear,
  listOutdated,
  replaceSealed,
  SEALED_TABLES,
  type SealedTable,
  type SealedValue,
} from '#app/database/sealed-values.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'

export type ResealDeps = {
  readonly database: Database
  readonly sealer: Pick<Sealer, 'open' | 'seal'>
  /** The id of the key that `sealer` encrypts under. */
  readonly keyId: string
}

/** `unreadable`: values whose key is not configured; they stay. `keys`: the number of values by key afterwards. */
export type Resealed = {
  readonly table: SealedTable
  readonly resealed: number
  readonly unreadable: number
  readonly keys: readonly { keyId: string; count: number }[]
}

const BATCH = 500
const TABLES = Object.keys(SEALED_TABLES) as SealedTable[]
/** What a migration may have left in clear text: no comments, no next test, or its day. Other texts were never encrypted by us. */
const CLEAR_TEXT = /^(?:|none|\d{4}-\d\d-\d\d)$/

function textOf({ sealed, id }: SealedValue, table: SealedTable, sealer: Pick<Sealer, 'open'>) {
  if (sealed[0] !== 0) return sealer.open(sealed, SEALED_TABLES[table].contextOf(id))
  const text = sealed.toString('utf8', 1)
  if (!CLEAR_TEXT.test(text)) throw new Error('This text was not left by a migration.')
  return text
}

/** Encrypts the values of a table that `list` names. */
async function resealTable(
  deps: ResealDeps,
  table: SealedTable,
  operator: string,
  list: typeof listClear,
) {
  const { database, sealer, keyId } = deps
  const { contextOf } = SEALED_TABLES[table]
  const encrypt = (value: SealedValue) => {
    const { id, sealed: old } = value
    let text: string
    try {
      text = textOf(value, table, sealer)
    } catch {
      return []
    }
    return [{ id, old, new: sealer.seal(text, contextOf(id)) }]
  }
  let resealed = 0
  let unreadable = 0
  let after: string | undefined
  for (;;) {
    const values = await list(database, table, { after, most: BATCH })
    after = values.at(-1)?.id
    if (after === undefined) return { resealed, unreadable }
    const readable = values.flatMap(encrypt)
    unreadable += values.length - readable.length
    if (readable.length > 0) {
      resealed += await replaceSealed(database, table, readable, { keyId, operator })
    }
  }
}

/** Encrypts what a migration left in clear text, because migrations have no key. Must run before the values are read: a clear value cannot be decrypted. */
export async function sealClearValues(deps: ResealDeps): Promise<void> {
  const left = TABLES.filter((name) => /\.(?:comments|retest_on)_sealed$/.test(name))
  for (const table of left) await resealTable(deps, table, 'the start of the site', listClear)
}

/**
 * Encrypts every stored value under the newest key and with its padding, in batches; each batch is recorded. An interrupted run is
 * continued by the next one. A value that the site changes in the meantime is left as the site wrote it.
 */
export async function resealAll(deps: ResealDeps, operator: string): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const table of TABLES) {
    const counts = await resealTable(deps, table, operator, (db, name, page) =>
      listOutdated(db, name, deps.keyId, page),
    )
    done.push({ table, ...counts, keys: await countByKey(deps.database, table) })
  }
  return done
}
