import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import type { Measured } from './load.ts'
import type { Sql } from './pgbench.ts'

export type Case = {
  name: string
  halyard: Measured
  bare: Measured
  sql: Sql | undefined
  before: Sql | undefined
}

const BEGIN = '<!-- bench:booking -->'
const END = '<!-- /bench:booking -->'

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const figures = ({ perSecond, p50, p99 }: Sql) =>
  `${whole(perSecond)} /s (${p50.toFixed(1)} / ${p99.toFixed(1)} ms)`

/** The results as a Markdown table, with the machine they were measured on. */
export function table(cases: readonly Case[], setting: string): string {
  const rows = cases.map(({ name, halyard, bare, sql, before }) => {
    const ratio = (halyard.perSecond / bare.perSecond).toFixed(2)
    const alone = sql && before ? [figures(sql), figures(before)] : ['not installed', '–']
    const faster = sql && before ? `${(sql.perSecond / before.perSecond).toFixed(1)} ×` : '–'
    return `| ${[name, figures(halyard), figures(bare), ratio, ...alone, faster].join(' | ')} |`
  })
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}. ${setting}`,
    '',
    '| `POST /api/holds` | whole server, p50 / p99 | bare node:http + pg | ratio | `hold_slot` by pgbench | the first release’s | faster |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Replaces the text between this benchmark's markers in `file`; adds file and markers if they are missing. */
export function write(file: string, text: string): void {
  const block = `${BEGIN}\n${text}\n${END}`
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '# Benchmarks\n'
  const [before, rest] = old.split(BEGIN)
  const after = rest?.split(END)[1]
  const made =
    after === undefined
      ? `${old.trimEnd()}\n\n## Booking\n\n\`npm run bench:booking\`\n\n${block}\n`
      : `${before}${block}${after}`
  writeFileSync(file, made)
}
