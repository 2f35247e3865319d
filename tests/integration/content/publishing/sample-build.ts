import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReleaseRecord } from '#content/rules/release-record.ts'

/** Large enough that a build that is never freed is visible in the heap size. */
const BULK = 'x'.repeat(700_000)

export const CODE = 'the-code'

/** How a sample build differs from a complete one. */
export type Flaw = 'no-heading' | 'no-policy' | 'missing-page' | 'missing-style' | 'other-code'

const policy = (version: string, path: string) => ({
  pathname: path,
  headers: [
    {
      key: 'Content-Security-Policy',
      value: `default-src 'none'; script-src 'self' 'sha256-${version}'`,
    },
  ],
})

const page = (version: string, heading = 'h1') =>
  `<html><head><link rel="stylesheet" href="/_astro/style.${version}.css"></head><body><${heading}>Build ${version}</${heading}></body></html>`

/** A page rendered on demand shows the version from the settings in `locals`; its policy is that of its own bundle. */
const ENTRY = `export async function handler(request, response, next, locals) {
  if (request.url === '/throw') return response.writeHead(500).end('an old error page')
  if (request.url !== '/event/1') return next()
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" })
  response.end('<h1>Event</h1> settings of ' + locals.settings.version)
}`

const PAGES = ['/', '/news', '/404', '/500', '/503']

const fileOf = (path: string) =>
  ({ '/': 'index.html', '/404': '404.html', '/500': '500.html' })[path] ?? `${path}/index.html`

/** Writes the parts of an Astro build that the site reads; every page and its policy contain the version. */
export function writeBuild(
  dir: string,
  version: string,
  flaw?: Flaw,
  record: ReleaseRecord = { documents: [] },
): void {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  const entry = `/news/entry-${version}`
  const pages = flaw === 'missing-page' ? PAGES.filter((path) => path !== '/news') : PAGES
  const own = record.documents.flatMap(({ path }) => path ?? [])
  const policies = flaw === 'no-policy' ? [] : [...pages, entry, ...own]
  write('_headers.json', JSON.stringify(policies.map((path) => policy(version, path))))
  write('site-settings.json', JSON.stringify({ version, bulk: BULK }))
  write('server/entry.mjs', ENTRY)
  for (const path of [...pages, entry, ...own]) {
    const text = page(version, flaw === 'no-heading' && path === '/news' ? 'h2' : 'h1')
    write(`client/${fileOf(path)}`, path === '/404' ? text + BULK : text)
  }
  if (flaw !== 'missing-style') write(`client/_astro/style.${version}.css`, `/* ${version} */`)
  for (const name of ['rss.xml', 'sitemap-pages.xml', 'robots.txt']) write(`client/${name}`, name)
  const manifest = {
    id: `build-${version}`,
    environment: 'local',
    code: flaw === 'other-code' ? 'another-code' : CODE,
    pages: [
      ...pages.map((path) => ({ path, fixed: true })),
      { path: entry, fixed: false },
      ...own.map((path) => ({ path, fixed: false })),
    ],
    files: ['/rss.xml', '/robots.txt'],
    ...record,
  }
  write('build.json', JSON.stringify(manifest))
}
