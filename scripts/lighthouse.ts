import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { DEFAULTS } from '#shared/environment.ts'
import { writeSection } from '../bench/build/section.ts'
import { machine, quantile } from '../bench/machine.ts'
import { launchOptions } from './test/chromium.ts'

/*
 * `npm run lighthouse`: measures five pages of a running `npm start` (PORT) with Lighthouse's simulated phone, and a bare page with the
 * text of an article. One run of each page in turn, so that all have the same load. Writes the medians of five to docs/benchmarks.md.
 */
const site = `http://localhost:${process.env['PORT'] ?? DEFAULTS.PORT}`
const ARTICLE = '/information-hub/prostate-diseases-and-prostate-cancer'
const PAGES = ['/', '/about-us', ARTICLE, '/news', '/book-event-main']
const BARE = 'the article, bare'
const RUNS = 5
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

/** A page with the article's main part, and one small style sheet. */
async function openBarePage() {
  const html = await (await fetch(site + ARTICLE)).text()
  const [main] = /<main[\s\S]*<\/main>/.exec(html) ?? []
  if (main === undefined) throw new Error(`${ARTICLE} has no main part.`)
  const style =
    'body{font:17px/1.5 Arial,sans-serif;max-width:40rem;margin:1rem auto}img{max-width:100%;height:auto}'
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/bare.css"><body>${main.replace(/<script[\s\S]*?<\/script>/g, '')}</body></html>`
  const files = {
    '/': ['text/html; charset=utf-8', brotliCompressSync(page)],
    '/bare.css': ['text/css', brotliCompressSync(style)],
  } as const
  const server = createServer(async ({ url = '' }, response) => {
    const own = files[url as keyof typeof files]
    if (own !== undefined) {
      response.writeHead(200, { 'content-type': own[0], 'content-encoding': 'br' }).end(own[1])
      return
    }
    const picture = await fetch(new URL(url, site))
    const type = picture.headers.get('content-type') ?? ''
    response.writeHead(picture.status, { 'content-type': type })
    response.end(Buffer.from(await picture.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function measure(address: string): Promise<Figures> {
  const file = join(scratch, 'report.json')
  const cli = resolve(import.meta.dirname, '../node_modules/lighthouse/cli/index.js')
  const args = [
    cli,
    address,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${flags.join(' ')}`,
  ]
  const run = async () => {
    const lighthouse = spawn(process.execPath, args, {
      env: { ...process.env, CHROME_PATH: executablePath },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [status] = await once(lighthouse, 'exit')
    return status === 0
  }
  // Chromium sometimes loses the trace of a run (NO_NAVSTART); then it runs again.
  const succeeded = (await run()) || (await run())
  if (!succeeded || !existsSync(file)) throw new Error(`Lighthouse did not measure ${address}.`)
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

const median = (values: readonly number[]) => quantile(values, 0.5)
const seconds = (ms: number) => (ms / 1000).toFixed(2)

function row(name: string, runs: readonly Figures[]): string {
  const middle = (pick: (figures: Figures) => number) => median(runs.map(pick))
  const scores = CATEGORIES.map((_, index) => middle(({ scores }) => scores[index] ?? 0))
  const times = runs.map(({ lcp }) => lcp)
  const cells = [
    ...scores,
    `${seconds(median(times))} s (${seconds(Math.min(...times))}–${seconds(Math.max(...times))})`,
    middle(({ cls }) => cls).toFixed(3),
    `${Math.round(middle(({ tbt }) => tbt))} ms`,
    `${Math.round(middle(({ kilobytes }) => kilobytes))} kB`,
  ]
  return `| ${name} | ${cells.join(' | ')} |`
}

const bare = await openBarePage()
try {
  const pages = [
    ...PAGES.map((path) => ({ name: path, address: site + path })),
    { name: BARE, address: bare.address },
  ]
  const measured = new Map<string, Figures[]>(pages.map(({ name }) => [name, []]))
  for (let round = 0; round < RUNS; round += 1) {
    for (const { name, address } of pages) measured.get(name)?.push(await measure(address))
  }
  const lcp = (name: string) => median((measured.get(name) ?? []).map((figures) => figures.lcp))
  const ratio = (name: string, other: string) => (lcp(name) / lcp(other)).toFixed(2)
  writeSection('lighthouse', [
    `${machine()} Lighthouse's simulated slow phone; medians of ${RUNS} rounds. LCP with the fastest and the slowest run.`,
    '',
    '| page | performance | accessibility | best practices | SEO | LCP | CLS | TBT | bytes |',
    '|---|---|---|---|---|---|---|---|---|',
    ...[...measured].map(([name, runs]) => row(name, runs)),
    '',
    `LCP of the article: ${ratio(ARTICLE, BARE)} times that of the bare page (aim: at most 1.3). Of the list: ${ratio('/book-event-main', '/')} times that of the home page (aim: at most 1.1).`,
  ])
} finally {
  bare.server.close()
  rmSync(scratch, { recursive: true, force: true })
}
