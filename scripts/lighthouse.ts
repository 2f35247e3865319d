import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { DEFAULTS } from '#shared/environment.ts'
import { writeSection } from '../bench/build/section.ts'
import { launchOptions } from './test/chromium.ts'

/*
 * `npm run lighthouse`: measures five pages of a running `npm start` (PORT) with Lighthouse's simulated phone and
 * writes the medians of three runs to docs/benchmarks.md.
 */
const site = `http://localhost:${process.env['PORT'] ?? DEFAULTS.PORT}`
const PAGES = [
  '/',
  '/about-us',
  '/information-hub/prostate-diseases-and-prostate-cancer',
  '/news',
  '/book-event-main',
]
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}
type Figures = { scores: number[]; lcp: number; cls: number; tbt: number; kilobytes: number }

const scratch = mkdtempSync(join(tmpdir(), 'halyard-lighthouse-'))
const { executablePath, chromiumSandbox } = launchOptions(process.env)
const flags = ['--headless', '--disable-gpu', '--no-first-run', '--disable-background-networking']
if (!chromiumSandbox) flags.push('--no-sandbox')

function measure(path: string): Figures {
  const file = join(scratch, 'report.json')
  const cli = resolve(import.meta.dirname, '../node_modules/lighthouse/cli/index.js')
  const args = [
    cli,
    site + path,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${flags.join(' ')}`,
  ]
  const run = () =>
    spawnSync(process.execPath, args, {
      env: { ...process.env, CHROME_PATH: executablePath },
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status
  // Chromium sometimes loses the trace of a run (NO_NAVSTART); then it runs again.
  const status = run() === 0 ? 0 : run()
  if (status !== 0 || !existsSync(file)) throw new Error(`Lighthouse did not measure ${path}.`)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    kilobytes: value('total-byte-weight') / 1000,
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function row(path: string): string {
  const runs = Array.from({ length: RUNS }, () => measure(path))
  const middle = (pick: (figures: Figures) => number) => median(runs.map(pick))
  const scores = CATEGORIES.map((_, index) => middle(({ scores }) => scores[index] ?? 0))
  const cells = [
    ...scores,
    `${(middle(({ lcp }) => lcp) / 1000).toFixed(2)} s`,
    middle(({ cls }) => cls).toFixed(3),
    `${Math.round(middle(({ tbt }) => tbt))} ms`,
    `${Math.round(middle(({ kilobytes }) => kilobytes))} kB`,
  ]
  process.stdout.write(`${path} ${cells.join(' ')}\n`)
  return `| ${path} | ${cells.join(' | ')} |`
}

try {
  const rows = PAGES.map(row)
  writeSection('lighthouse', [
    `Measured on ${new Date().toISOString().slice(0, 10)} with Lighthouse's simulated slow phone; medians of ${RUNS} runs.`,
    '',
    '| page | performance | accessibility | best practices | SEO | LCP | CLS | TBT | bytes |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ])
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
