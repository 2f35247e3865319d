import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const file = resolve(import.meta.dirname, '../../docs/benchmarks.md')

/** Replaces the lines between `<!-- name -->` and `<!-- /name -->` in docs/benchmarks.md. Throws without the markers. */
export function writeSection(name: string, lines: readonly string[]): void {
  const text = readFileSync(file, 'utf8')
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, rest] = text.split(open)
  const after = rest?.split(close)[1]
  if (before === undefined || after === undefined) throw new Error(`${file} has no ${open}.`)
  writeFileSync(file, [before, open, '\n', lines.join('\n'), '\n', close, after].join(''))
}
