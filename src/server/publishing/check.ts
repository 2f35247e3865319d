import { NOTHING_ALLOWED } from '#server/http/headers.ts'
import type { Build } from '#server/publishing/build.ts'
import { type Answer, withTrial } from '#server/publishing/trial.ts'

/** Beside the files that the build names itself: the sitemap's part that is made of the finished pages. */
const ALWAYS = ['/sitemap-pages.xml']
const AT_ONCE = 4
const HEADED = /<h1[\s>]/
/** Scripts, styles and fonts; a page without its pictures is still a page. */
const PARTS = /(?:src|href|component-url|renderer-url)="(\/_astro\/[^"]+\.(?:js|css|woff2))"/g

/**
 * Looks at a new build before anybody sees it: asks it over HTTP, by the same functions that will serve it, for every
 * page it has, with the scripts and styles these ask for. Every page of `live` that stands in the code must be there;
 * one that comes from a document may have gone with it. Answers what is wrong, in words, or undefined.
 */
export async function faultOf(build: Build, live: Build): Promise<string | undefined> {
  const there = new Set(build.manifest.pages.map(({ path }) => path))
  const missing = live.manifest.pages.find(({ path, fixed }) => fixed && !there.has(path))
  if (missing) return `the page ${missing.path} is missing`
  return withTrial(build, (ask) => firstFault(build, live, ask))
}

type Ask = (path: string) => Promise<Answer>

async function firstFault(build: Build, live: Build, ask: Ask): Promise<string | undefined> {
  const parts = new Set<string>()
  const pages = build.manifest.pages.map(({ path }) => path)
  const files = [...new Set([...live.manifest.files, ...build.manifest.files, ...ALWAYS])]
  return (
    (await firstOf(pages, (path) => pageFault(path, ask, parts))) ??
    (await firstOf(files, (path) => fileFault(path, ask))) ??
    (await firstOf([...parts], (path) => fileFault(path, ask)))
  )
}

async function pageFault(path: string, ask: Ask, parts: Set<string>): Promise<string | undefined> {
  const { status, headers, text } = await ask(path)
  for (const [, part] of text.matchAll(PARTS)) if (part) parts.add(part)
  const policy = headers['content-security-policy']
  if (status !== 200) return `the page ${path} answers ${status}`
  if (!headers['content-type']?.startsWith('text/html')) return `${path} is no page`
  if (policy === undefined || policy === NOTHING_ALLOWED) {
    return `the page ${path} has no security policy`
  }
  if (!HEADED.test(text)) return `the page ${path} has no heading`
  return
}

async function fileFault(path: string, ask: Ask): Promise<string | undefined> {
  const { status, text } = await ask(path)
  if (status !== 200) return `the file ${path} answers ${status}`
  if (text.trim() === '') return `the file ${path} is empty`
  return
}

/** The first fault that is found; a few paths are asked at once. */
async function firstOf(
  paths: readonly string[],
  faultAt: (path: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const queue = [...paths]
  let fault: string | undefined
  const worker = async () => {
    for (let path = queue.shift(); path !== undefined && !fault; path = queue.shift()) {
      const found = await faultAt(path).catch(() => `${path} does not answer`)
      fault ??= found
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return fault
}
