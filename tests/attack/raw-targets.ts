import { ENDPOINTS } from '#app/contract/all.ts'
import type { Random } from './random.ts'

const USUAL_METHODS = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE'] as const
const STRANGE_METHODS = [
  'PUT',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'M-SEARCH',
  'MADEUP',
  'get',
  'GE T',
  '',
] as const

/** Pages, files, pages on demand, forms, previews, images, feeds, and what is at none of them. */
const PATHS = [
  '/',
  '/about-us',
  '/news',
  '/news/',
  '/book-event-main',
  '/event-list',
  '/events/next.json',
  '/sitemap.xml',
  '/sitemap-events.xml',
  '/rss.xml',
  '/robots.txt',
  '/favicon.ico',
  '/404',
  '/500',
  '/event/1000',
  '/event/1001',
  '/event/0',
  '/event/99999999999999999999',
  '/event/-1',
  '/event/1e3',
  '/event/%00',
  '/event/',
  '/event',
  '/form-result?form=contact&result=ok',
  '/form-result?form=__proto__&result=constructor',
  '/form-result',
  '/preview',
  '/preview/start',
  '/preview/start?sanity-preview-secret=aaaaaaaaaaaaaaaaaaaaaaaa&sanity-preview-pathname=/news',
  '/preview/start?sanity-preview-secret=%ff&sanity-preview-pathname=//evil.example',
  '/preview/leave?to=//evil.example',
  '/preview/leave?to=/news%0d%0aX:%20y',
  '/preview/page',
  '/preview/beside',
  '/preview/beside?page=//evil.example',
  '/preview/file',
  '/_image',
  '/_image?href=http://127.0.0.1:1/a.png&w=10&f=avif',
  '/_image?href=/favicon.svg&w=99999999',
  '/_astro/nothing.css',
  '/_astro/..%2f..%2fserver/entry.mjs',
  '/files/nothing.pdf',
  '/studio',
  '/studio/../api',
  '/api',
  '/api/',
  '/api/health',
  '/api/openapi.json',
  '/api/content-webhook',
  '/nothing',
  '/_server-islands/x',
  '/_actions/x',
] as const

const PARTS = [
  '%',
  '%00',
  '%2e%2e/',
  '../',
  '//',
  '\\',
  '?',
  '&a[]=1&a[]=2',
  '?x=%ff%fe',
  '#x',
  ';x',
  '%c0%af',
  '.html',
  '.br',
  '/index.html',
  '*',
  '\u00e9',
  ' ',
  '\t',
  '"',
  '<script>',
  '%0d%0aSet-Cookie:x=1',
] as const

const WHOLE = [
  '*',
  'localhost:80',
  'http://a/',
  'https://localhost/api/health',
  'news',
  '?',
  '',
] as const

const VALUES = ['1', '0', '-1', '9007199254740993', 'x', '%20', '__proto__', 'a@b.test'] as const

/** An endpoint of the contract with a value for each of its parameters. */
function endpointOf(random: Random): Line {
  const endpoint = ENDPOINTS[random.whole(ENDPOINTS.length)]
  const path = (endpoint?.path ?? '/').replace(/:\w+/g, () => random.pick(VALUES))
  const query = random.chance(30) ? `?email=${random.pick(VALUES)}&for=${random.pick(VALUES)}` : ''
  return { method: endpoint?.method ?? 'GET', target: `/api${path}${query}` }
}

function changed(random: Random, target: string): string {
  if (random.chance(3)) return random.pick(WHOLE)
  if (random.chance(1)) return `/${'x'.repeat(random.whole(20_000))}`
  let result = target
  while (random.chance(15)) {
    const at = 1 + random.whole(result.length)
    result = result.slice(0, at) + random.pick(PARTS) + result.slice(at)
  }
  return result
}

/** Method and target: mostly of something that exists, sometimes changed. */
export type Line = { readonly method: string; readonly target: string }

export function lineOf(random: Random): Line {
  const known: Line = random.chance(40)
    ? endpointOf(random)
    : { method: random.pick(USUAL_METHODS), target: random.pick(PATHS) }
  const method = random.chance(85) ? known.method : random.pick(STRANGE_METHODS)
  return { method, target: changed(random, known.target) }
}
