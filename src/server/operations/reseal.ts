import type { Database } from '#server/database/database.ts'
import {
  countByKey,
  listSealedByOtherKeys,
  replaceSealed,
  SEALED_TABLES,
  type SealedTable,
  type SealedValue,
} from '#server/repositories/sealed-values.ts'
import type { Sealer } from '#server/security/seal.ts'

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

async function resealTable(deps: ResealDeps, table: SealedTable, operator: string) {
  const { database, sealer, keyId } = deps
  const { contextOf } = SEALED_TABLES[table]
  const encrypt = ({ id, sealed }: SealedValue) => {
    let text: string
    try {
      text = sealer.open(sealed, contextOf(id))
    } catch {
      return []
    }
    return [{ id, old: sealed, new: sealer.seal(text, contextOf(id)) }]
  }
  let resealed = 0
  let unreadable = 0
  let after: string | undefined
  for (;;) {
    const values = await listSealedByOtherKeys(database, table, keyId, { after, most: BATCH })
    after = values.at(-1)?.id
    if (after === undefined) return { resealed, unreadable }
    const readable = values.flatMap(encrypt)
    unreadable += values.length - readable.length
    if (readable.length > 0) {
      resealed += await replaceSealed(database, table, readable, { keyId, operator })
    }
  }
}

/**
 * Encrypts every stored value under the newest key, in batches; each batch is recorded. An interrupted run is continued by
 * the next one. A value that the site changes meanwhile is left as the site wrote it.
 */
export async function resealAll(deps: ResealDeps, operator: string): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const table of TABLES) {
    const counts = await resealTable(deps, table, operator)
    done.push({ table, ...counts, keys: await countByKey(deps.database, table) })
  }
  return done
}
