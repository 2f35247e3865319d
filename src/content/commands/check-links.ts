import {
  askPage,
  type PageAnswer,
  type WebPagesOptions,
} from '#content/server/gateways/web-pages.ts'
import type { LinkAnswer, LinkFault } from '#content/texts/link-check.ts'

/** Websites that are requested at the same time; of each, one page at a time. */
const WEBSITES_AT_ONCE = 8
const MAX_REDIRECTS = 5
/** The website does not serve programs, or not so many requests. */
const REFUSES_PROGRAMS = [401, 403, 405, 407, 429, 451, 501, 999]
const FOR_GOOD = [301, 308]

/** Requests each address once, and returns the results by address. */
export async function checkLinks(
  addresses: Iterable<string>,
  options: WebPagesOptions,
): Promise<ReadonlyMap<string, LinkAnswer>> {
  const queue = [...new Set(addresses)]
  const inTurn = turnsByHost()
  const answers = new Map<string, LinkAnswer>()
  const ask = (url: URL) => inTurn(url.host, () => headOrGet(url, options))
  const worker = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift())
      answers.set(url, await answerOf(url, ask))
  }
  await Promise.all(Array.from({ length: WEBSITES_AT_ONCE }, worker))
  return answers
}

/** Runs the work for one host one after the other. */
function turnsByHost() {
  const last = new Map<string, Promise<unknown>>()
  return <Value>(host: string, work: () => Promise<Value>): Promise<Value> => {
    const turn = (last.get(host) ?? Promise.resolve()).then(work, work)
    last.set(host, turn)
    return turn
  }
}

/** Some websites respond to HEAD wrongly: only a failed GET counts as a fault. */
async function headOrGet(url: URL, options: WebPagesOptions): Promise<PageAnswer> {
  const head = await askPage('HEAD', url, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return
    throw error
  })
  return head === undefined || head.status >= 400 ? await askPage('GET', url, options) : head
}

async function answerOf(
  address: string,
  ask: (url: URL) => Promise<PageAnswer>,
): Promise<LinkAnswer> {
  let url = new URL(address)
  let isForGood = true
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { status, location } = await ask(url)
      const next = status >= 300 && status < 400 ? URL.parse(location ?? '', url) : null
      if (next === null) return finalAnswer(status, address, url, isForGood && redirects > 0)
      if (!/^https?:$/.test(next.protocol)) return { state: 'broken', because: 'redirects' }
      isForGood &&= FOR_GOOD.includes(status)
      url = next
    }
    return { state: 'broken', because: 'redirects' }
  } catch (error) {
    return { state: 'broken', because: faultOf(error as NodeJS.ErrnoException) }
  }
}

function finalAnswer(
  status: number,
  address: string,
  { href }: URL,
  hasMoved: boolean,
): LinkAnswer {
  if (status >= 200 && status < 300)
    return hasMoved && href !== address ? { state: 'moved', to: href } : { state: 'found' }
  return REFUSES_PROGRAMS.includes(status)
    ? { state: 'unsure', status }
    : { state: 'broken', because: 'status', status }
}

const OF_CERTIFICATES = /CERT|TLS|SSL|EPROTO|UNABLE_TO/

function faultOf({ name, code = '' }: NodeJS.ErrnoException): LinkFault {
  if (name === 'PrivateAddress') return 'private'
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'slow'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host'
  return OF_CERTIFICATES.test(code) ? 'certificate' : 'no-connection'
}
