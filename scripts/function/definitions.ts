import type { MigrationText } from '#server/database/migrations.ts'

/** Where a database function is defined: the line of its `create`, and its statement with the comment before it. */
export type Definition = {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly text: string
}

/** A function's `create` up to its parameters, or its `drop`. */
const STATEMENT = /^(?:create (?:or replace )?|(drop) )function (?:if exists )?(\w+\.\w+)\(/gim
/** The rest of a `create`: its parameters and options, and a body between `$$` unless it is one expression. */
const REST = /[^$;]*(?:\$\$[\s\S]*?\$\$[^;]*)?;/y

/** The statement that starts at `start`, with the comment lines before it. */
function statementAt(text: string, start: number): string {
  REST.lastIndex = start
  const [statement = ''] = REST.exec(text) ?? []
  const before = text.slice(0, start).split('\n').slice(0, -1)
  const comment = before.slice(before.findLastIndex((line) => !line.startsWith('--')) + 1)
  return [...comment, statement].join('\n')
}

/** The newest definition of each function that the migrations leave in the database, by name. */
export function newestDefinitions(migrations: readonly MigrationText[]): Map<string, Definition> {
  const found = new Map<string, Definition>()
  for (const { file, text } of migrations) {
    for (const { index, 1: drop, 2: written = '' } of text.matchAll(STATEMENT)) {
      const name = written.toLowerCase()
      const line = text.slice(0, index).split('\n').length
      if (drop === undefined) found.set(name, { name, file, line, text: statementAt(text, index) })
      else found.delete(name)
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const wordsOf = (name: string) => name.toLowerCase().split(/[._]/)

/** The names that share a word with `asked`, those with most shared words first; at most eight. */
export function nearNames(names: Iterable<string>, asked: string): string[] {
  const words = new Set(wordsOf(asked.replace(/^\w+\./, '')))
  return [...names]
    .map((name) => ({ name, shared: wordsOf(name).filter((word) => words.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, 8)
    .map(({ name }) => name)
}
