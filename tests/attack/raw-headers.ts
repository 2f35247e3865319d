import type { Random } from './random.ts'

const HOSTS = ['a@b', '', '[::1', 'a b', 'a:99999', 'evil.example', '999.1.1.1', '\u00ff'] as const

/** Headers that Node's parser accepts: what they say is strange. */
const READABLE = [
  'Range: bytes=0-0',
  'Range: bytes=5-2',
  'Range: bytes=-1',
  'Range: bytes=0-,1-,2-',
  'Range: bytes=99999999999-',
  'Range: bytes=0-99999999999999999999',
  'Range: items=1-2',
  'If-Range: "x"',
  'If-None-Match: *',
  'If-None-Match: W/"1-2"',
  'If-Modified-Since: yesterday',
  'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
  'Accept-Encoding: br',
  'Accept-Encoding: gzip;q=0, *;q=1',
  'Accept-Encoding: \u00ff',
  'Accept: text/html',
  'Accept: */*;q=x',
  'Expect: 100-continue',
  'Expect: something',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
  'Sec-WebSocket-Key: x',
  'Connection: keep-alive',
  'Connection: close, keep-alive',
  'Cookie: halyard_session=x',
  'Cookie: halyard_session=%ff; halyard_session=y',
  'Cookie: halyard_preview=1.x',
  'Cookie: halyard_preview=9999999999.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'Cookie: =; ;;',
  'X-Forwarded-For: \u0000',
  'X-Forwarded-For: 1.2.3.4, [::1]:80, x',
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: javascript',
  'X-HTTP-Method-Override: DELETE',
  'Forwarded: for="',
  'Origin: null',
  'Referer: \u00ff',
  'Accept-Language: en-GB;q=9e99',
  'User-Agent: \u00ff\u00fe',
  'Trailer: Content-Length',
  'TE: trailers',
  'Max-Forwards: -1',
  'Content-Encoding: gzip',
] as const

/** Headers that are malformed, or contradict the length of the body. */
const UNREADABLE = [
  'No-Colon',
  ': no name',
  ' folded: value',
  'Name With Spaces: x',
  'Content-Length: 10',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\u000bchunked',
] as const

/** The header lines of a request; `siteUrl` is the Origin that the API accepts. */
export function headersOf(random: Random, siteUrl: string): string[] {
  const lines: string[] = []
  const host = random.chance(96) ? new URL(siteUrl).host : random.pick(HOSTS)
  if (random.chance(98)) lines.push(`Host: ${host}`)
  if (random.chance(1)) lines.push('Host: twice.example')
  if (random.chance(70)) lines.push(`Origin: ${siteUrl}`)
  while (random.chance(40)) lines.push(random.pick(random.chance(85) ? READABLE : UNREADABLE))
  if (random.chance(1)) lines.push(`X-Long: ${'x'.repeat(random.whole(40_000))}`)
  if (random.chance(1)) lines.push(...Array.from({ length: 2_500 }, (_, n) => `X-${n}: 1`))
  return lines
}
