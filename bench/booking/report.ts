import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import type { Measured } from './load.ts'
import type { Sql } from './pgbench.ts'

export type Case = {
  name: string
  halyard: Measured
  bare: Measured
  sql: Sql | undefined
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const figures = ({ perSecond, p50, p99 }: Sql) =>
  `${whole(perSecond)} /s (${p50.toFixed(1)} / ${p99.toFixed(1)} ms)`

/** The date, and the machine that measures. */
export const machine = () =>
  `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`

/** The results as a Markdown table, with the machine they were measured on. */
export function table(cases: readonly Case[], setting: string): string {
  const rows = cases.map(({ name, halyard, bare, sql }) => {
    const ratio = (halyard.perSecond / bare.perSecond).toFixed(2)
    const alone = sql ? figures(sql) : 'not installed'
    return `| ${[name, figures(halyard), figures(bare), ratio, alone].join(' | ')} |`
  })
  return [
    `${machine()} ${setting}`,
    '',
    '| `POST /api/holds` | whole server, p50 / p99 | bare node:http + pg | ratio | `hold_slot` by pgbench |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Replaces the text between the markers of a benchmark in `file`; adds file, title and markers if they are missing. */
export function write(file: string, name: string, title: string, text: string): void {
  const begin = `<!-- bench:${name} -->`
  const end = `<!-- /bench:${name} -->`
  const block = `${begin}\n${text}\n${end}`
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '# Benchmarks\n'
  const [before, rest] = old.split(begin)
  const after = rest?.split(end)[1]
  const made =
    after === undefined
      ? `${old.trimEnd()}\n\n## ${title}\n\n\`npm run bench:${name}\`\n\n${block}\n`
      : `${before}${block}${after}`
  writeFileSync(file, made)
}
