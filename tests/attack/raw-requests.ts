import type { Random } from './random.ts'
import { headersOf } from './raw-headers.ts'
import { type Line, lineOf } from './raw-targets.ts'

/** How a client leaves: it reads to the end, sends FIN first, resets the connection, or sends only a part. */
export type Ending = 'reads' | 'half-closes' | 'resets' | 'cuts'

/** What one connection sends, piece by piece, and how it ends. */
export type RawExchange = {
  readonly pieces: readonly Buffer[]
  readonly requests: number
  readonly ending: Ending
}

const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1'] as const
const STRANGE_VERSIONS = ['HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1', 'HTTP/11', ''] as const

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain',
  '\u00ff/\u00ff',
] as const

const BODIES = [
  '{}',
  '{"email":"a@b.test","password":"x"}',
  '{"__proto__":{"x":1},"email":[]}',
  '[1,2',
  'null',
  '"x"',
  'a=1&a=2&%=%ff',
  '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.test\r\n--b--\r\n',
  '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n\u0000\r\n--b',
  '\u0000\u0001\u0002',
  `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
] as const

/** What is attacked: its lines, and more bodies and headers that it understands. */
export type Attacked = {
  readonly line: (random: Random) => Line
  readonly bodies: readonly string[]
  readonly headers: readonly string[]
}

const SITE: Attacked = { line: lineOf, bodies: [], headers: [] }

const bodyOf = (random: Random, more: readonly string[]): Buffer => {
  if (random.chance(2)) return random.bytes(70_000)
  if (random.chance(10)) return random.bytes(random.whole(400))
  const own = random.chance(70) ? more[random.whole(more.length)] : undefined
  return Buffer.from(own ?? random.pick(BODIES), 'latin1')
}

const CHUNK_TRICKS = [
  'zz\r\n',
  '-1\r\n',
  'ffffffffffffffff\r\n',
  '5\r\nabc',
  '5;ext="\r\nabcde\r\n',
  '0\r\nContent-Length: 5\r\n\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n',
  '\r\n',
  '5\nabcde\n0\n\n',
] as const

function chunked(random: Random, body: Buffer): Buffer {
  const trick = random.chance(40) ? random.pick(CHUNK_TRICKS) : ''
  const size = body.length.toString(16)
  return Buffer.concat([
    Buffer.from(`${size}${random.chance(10) ? `;x=${'y'.repeat(random.whole(20_000))}` : ''}\r\n`),
    body,
    Buffer.from(`\r\n${trick}0\r\n\r\n`),
  ])
}

/** Content type, length or chunks, and the body; the length is sometimes wrong. */
function framed(random: Random, more: readonly string[]): { lines: string[]; body: Buffer } {
  const body = bodyOf(random, more)
  const lines = [`Content-Type: ${random.pick(TYPES)}`]
  if (random.chance(30)) {
    if (random.chance(5)) lines.push(`Content-Length: ${body.length}`)
    return { lines: [...lines, 'Transfer-Encoding: chunked'], body: chunked(random, body) }
  }
  const length = random.chance(10) ? random.whole(2 * body.length + 2) : body.length
  return { lines: [...lines, `Content-Length: ${length}`], body }
}

function requestOf(random: Random, siteUrl: string, attacked: Attacked): Buffer {
  const { method, target } = attacked.line(random)
  const version = random.chance(98) ? random.pick(VERSIONS) : random.pick(STRANGE_VERSIONS)
  const hasBody = random.chance(['POST', 'PATCH', 'PUT', 'DELETE'].includes(method) ? 85 : 4)
  const { lines, body } = hasBody
    ? framed(random, attacked.bodies)
    : { lines: [], body: Buffer.alloc(0) }
  const own = attacked.headers.filter(() => random.chance(50))
  const all = [...headersOf(random, siteUrl), ...own, ...lines]
  const newline = random.chance(2) ? '\n' : '\r\n'
  const head = [`${method} ${target} ${version}`, ...all, '', ''].join(newline)
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}

/** Most bytes arrive together; some requests arrive in two or three pieces. */
function piecesOf(random: Random, bytes: Buffer): Buffer[] {
  if (random.chance(80)) return [bytes]
  const at = random.whole(bytes.length)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

function endingOf(random: Random): Ending {
  if (random.chance(75)) return 'reads'
  return random.pick(['half-closes', 'half-closes', 'resets', 'cuts'])
}

/** One connection: one to five requests, pipelined, or bytes that are no request at all. */
export function rawExchange(random: Random, siteUrl: string, attacked = SITE): RawExchange {
  const ending = endingOf(random)
  if (random.chance(1)) {
    return { pieces: [random.bytes(random.whole(3_000))], requests: 1, ending }
  }
  const requests = random.chance(80) ? 1 : 2 + random.whole(4)
  const bytes = Buffer.concat(
    Array.from({ length: requests }, () => requestOf(random, siteUrl, attacked)),
  )
  const sent = ending === 'cuts' ? bytes.subarray(0, random.whole(bytes.length)) : bytes
  return { pieces: piecesOf(random, sent), requests, ending }
}
