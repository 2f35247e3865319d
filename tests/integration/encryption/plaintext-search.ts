import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

/** The text and the usual encodings of its bytes: hex, and base64 at each of the three alignments. */
export function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8')
  // Base64 depends on where the text begins; the first and last characters mix with the neighbours.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
      .slice(shift + 1, -2),
  )
  return [text, bytes.toString('hex'), ...base64]
}

/** The texts that occur in `content`, in any encoding. */
export function foundIn(content: string | Buffer, texts: readonly string[]): string[] {
  return texts.filter((text) => encodingsOf(text).some((encoded) => content.includes(encoded)))
}

/** Every row of every table outside the system schemas, as text; bytes are in hex. */
export async function allRows({ query }: SqlDatabase): Promise<Map<string, string>> {
  const { rows } = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const tables = new Map<string, string>()
  for (const { name } of rows) {
    const content = await query<{ text: string }>(`select t::text as text from ${name} t`)
    tables.set(name, content.rows.map(({ text }) => text).join('\n'))
  }
  return tables
}

/** The content of every file below `folder` that `isWanted`. Skips files that are removed meanwhile. */
export function* filesBelow(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Generator<{ path: string; content: Buffer }> {
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    if (!entry.isFile() || !isWanted(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    try {
      yield { path, content: readFileSync(path) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
