import {
  BESIDE_PAGE,
  BESIDE_PATH,
  type BesideRefusal,
  parseBesideRefusal,
  parseBesideToken,
} from '../../src/content/rules/preview-beside.ts'

/** Why no page can be shown: the site's reason, or that nothing came back that could be one. */
export type PageProblem = BesideRefusal | 'no-answer' | 'no-secret' | 'failed'

export type PageAnswer = { readonly html: string } | { readonly problem: PageProblem }

type Options = {
  /** The website's origin. */
  readonly site: string
  /** Stores a single-use secret in the content store, which proves to the site that an editor asks. */
  readonly makeSecret: () => Promise<string>
  readonly fetch?: typeof globalThis.fetch
  readonly now?: () => number
}

const TIME_OUT_MS = 20_000
/** A token that ends within this time is not used any more: a request takes some of it. */
const SPARE_MS = 30_000

/** Pages of the website with drafts (CMS-05). Holds a token in memory and requests the next one when it ends. */
export function pagesOf({ site, makeSecret, ...given }: Options) {
  const { fetch = globalThis.fetch.bind(globalThis), now = Date.now } = given
  let held: { token: string; endsAt: number } | undefined

  const ask = (method: 'GET' | 'POST', bearer: string, query = '') =>
    fetch(`${site}${BESIDE_PATH}${query}`, {
      method,
      headers: { authorization: `Bearer ${bearer}` },
      // No cookie of the website takes part, and none is stored.
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    }).catch(() => undefined)

  async function newToken(): Promise<PageProblem | undefined> {
    const secret = await makeSecret().catch(() => undefined)
    if (secret === undefined) return 'no-secret'
    const answer = await ask('POST', secret)
    if (answer === undefined) return 'no-answer'
    const body: unknown = await answer.json().catch(() => undefined)
    const found = answer.ok ? parseBesideToken(body) : undefined
    if (found === undefined) return parseBesideRefusal(body) ?? 'failed'
    held = { token: found.token, endsAt: now() + found.seconds * 1000 }
    return undefined
  }

  async function askPage(path: string): Promise<PageAnswer> {
    if (held === undefined || held.endsAt - now() < SPARE_MS) {
      const problem = await newToken()
      if (problem !== undefined) return { problem }
    }
    const query = `?${new URLSearchParams({ [BESIDE_PAGE]: path })}`
    const answer = await ask('GET', held?.token ?? '', query)
    return answer === undefined ? { problem: 'no-answer' } : readPage(answer)
  }

  return async (path: string): Promise<PageAnswer> => {
    const answer = await askPage(path)
    if (!('problem' in answer) || answer.problem !== 'token-over') return answer
    // The site's key or clock has changed: once more with a new one.
    held = undefined
    return askPage(path)
  }
}

/** A page that does not exist is shown too: the site's page for it says so. */
async function readPage(answer: Response): Promise<PageAnswer> {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
  if (isPage && (answer.ok || answer.status === 404)) {
    const html = await answer.text().catch(() => undefined)
    return html === undefined ? { problem: 'no-answer' } : { html }
  }
  if (isPage) return { problem: answer.status === 503 ? 'unreachable' : 'failed' }
  return { problem: parseBesideRefusal(await answer.json().catch(() => undefined)) ?? 'failed' }
}
