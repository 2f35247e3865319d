import { BODY_LIMIT_BYTES } from '#core/server/config/limits.ts'

/** Node refuses more header bytes than this. */
const HEAD_BYTES = 15_000

/** `part` repeated to `bytes`; `$` in it is the number of the repetition. */
function repeated(part: string, bytes: number, separator = ''): string {
  const parts: string[] = []
  for (let n = 0, size = 0; ; n += 1) {
    const next = part.replaceAll('$', String(n))
    size += next.length + separator.length
    if (size > bytes) return parts.join(separator)
    parts.push(next)
  }
}

const FILL = BODY_LIMIT_BYTES - 200
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'
const JSON_TYPE = 'application/json'
const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`

/** Bodies of just under 64 KiB by their shape. The first is what an honest, long request looks like. */
export const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'one long text': [JSON_TYPE, `{"message":"${'x'.repeat(FILL)}"}`],
  'field names of a form': [FORM, repeated('$', FILL, '&')],
  'one field of a form': [FORM, repeated('email=$', FILL, '&')],
  'empty fields of a form': [FORM, '&'.repeat(FILL)],
  'percent signs': [FORM, `email=${'%'.repeat(FILL)}`],
  'encoded bytes': [FORM, `email=${repeated('%ff', FILL)}`],
  'one long field name': [FORM, 'x'.repeat(FILL)],
  'parts of multipart': [MULTIPART, `${repeated(part('$'), FILL)}--b--\r\n`],
  'equal parts of multipart': [MULTIPART, `${repeated(part('email'), FILL)}--b--\r\n`],
  'short parts of multipart': [MULTIPART, `${repeated('--b\r\n', FILL)}--b--\r\n`],
  'a preamble of multipart': [MULTIPART, `${repeated('-', FILL)}${part('a')}--b--\r\n`],
  'boundaries that nearly fit': [
    `multipart/form-data; boundary=${'-'.repeat(60)}b`,
    `${'-'.repeat(62)}b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'-'.repeat(FILL)}`,
  ],
  'headers of a part': [MULTIPART, `--b\r\n${repeated('X-$: y\r\n', FILL)}\r\n\r\n--b--\r\n`],
  'keys of JSON': [JSON_TYPE, `{${repeated('"$":1', FILL, ',')}}`],
  'one key of JSON': [JSON_TYPE, `{${repeated('"email":1', FILL, ',')}}`],
  'brackets of JSON': [JSON_TYPE, `{"email":${'['.repeat(FILL / 2)}${']'.repeat(FILL / 2)}}`],
  'braces of JSON': [
    JSON_TYPE,
    `{"product":${repeated('{"a":', FILL - 15_000)}1${'}'.repeat((FILL - 15_000) / 5)}}`,
  ],
  'spaces in JSON': [JSON_TYPE, `{"email":"${' '.repeat(FILL)}x"}`],
  'digits of JSON': [JSON_TYPE, `{"event_id":${'9'.repeat(FILL)}}`],
}

/** A list of 64 KiB as the value of a field. */
export const listOf = (name: string): readonly [type: string, body: string] => [
  JSON_TYPE,
  `{"${name}":[${repeated('$', FILL, ',')}]}`,
]

/** Heads of just under 16 KiB by their shape: what follows the path, and a header line. The first is an honest one. */
export const HEADS: Readonly<Record<string, readonly [target: string, line: string]>> = {
  'one long header': ['', `X: ${'x'.repeat(HEAD_BYTES)}`],
  'names of a query': [`?${repeated('$', HEAD_BYTES, '&')}`, ''],
  'empty names of a query': [`?${'&'.repeat(HEAD_BYTES)}`, ''],
  'question marks': ['?'.repeat(HEAD_BYTES), ''],
  'percent signs of a path': [`/${'%'.repeat(HEAD_BYTES)}`, ''],
  'encoded slashes': [`/${repeated('%2f', HEAD_BYTES)}`, ''],
  'slashes in a path': [`${'/'.repeat(HEAD_BYTES)}x/`, ''],
  'segments of a path': [`${repeated('/$', HEAD_BYTES)}/`, ''],
  'dots of a path': [repeated('/..', HEAD_BYTES), ''],
  headers: ['', repeated('X-$: y', HEAD_BYTES, '\r\n')],
  cookies: ['', `Cookie: ${repeated('c$=%41', HEAD_BYTES, '; ')}`],
  'equal cookies': ['', `Cookie: ${repeated('halyard_session=x', HEAD_BYTES, ';')}`],
  'semicolons of cookies': ['', `Cookie: ${';'.repeat(HEAD_BYTES)}`],
  'percent signs of cookies': ['', `Cookie: halyard_session=${'%'.repeat(HEAD_BYTES)}`],
  codings: ['', `Accept-Encoding: ${repeated('gzip;q=0', HEAD_BYTES, ',')}`],
  'spaces of a coding': ['', `Accept-Encoding: br${' '.repeat(HEAD_BYTES)}x`],
  'spaces before a coding': ['', `Accept-Encoding: ${repeated(',', HEAD_BYTES, ' ')}x`],
  'media types': ['', `Accept: ${repeated('text/html;q=0', HEAD_BYTES, ',')}`],
  ranges: ['', `Range: bytes=${repeated('$-', HEAD_BYTES, ',')}`],
  tags: ['', `If-None-Match: ${repeated('"$"', HEAD_BYTES, ',')}`],
  'a day': ['', `If-Modified-Since: ${'1 '.repeat(HEAD_BYTES / 2)}`],
  'a media type': ['', `Content-Type: ${repeated(';a=b', HEAD_BYTES)}`],
  'a program': ['', `User-Agent: ${repeated('Edg', HEAD_BYTES)}`],
  networks: ['', `X-Forwarded-For: ${repeated('[$', HEAD_BYTES, ',')}`],
}

/** The bytes of one request that closes its connection. */
export function requestBytes(
  { method, path, siteUrl }: { method: string; path: string; siteUrl: string },
  { target = '', line = '', type = JSON_TYPE, body = '' },
): string {
  const lines = [
    `${method} ${path}${target} HTTP/1.1`,
    `Host: localhost`,
    `Origin: ${siteUrl}`,
    'Connection: close',
    ...(line === '' ? [] : [line]),
    ...(body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${body.length}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
