import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const nginx = read('nginx.conf')
const caddy = read('Caddyfile')

/** The patterns of nginx's map, in order: the first one that matches gives the path of a log line. */
const nginxPatterns = [...nginx.matchAll(/^ {2}~(\^\(\?<kept>.+\)) \$kept;$/gm)].map(
  ([, pattern = '']) => new RegExp(pattern),
)
const inNginxLog = (uri: string) =>
  nginxPatterns.map((pattern) => pattern.exec(uri)?.groups?.['kept']).find((kept) => kept) ?? ''

const [, caddyPattern = ''] = /request>uri regexp "(.+?)" "\$1"/.exec(caddy) ?? []
const inCaddyLog = (uri: string) => uri.replace(new RegExp(caddyPattern), '$1')

it.each([
  ['/verify-email?token=SECRET', '/verify-email'],
  ['/event/12?code=SECRET', '/event/12'],
  ['/preview/start?secret=SECRET', '/preview/start'],
  ['/verify-email%3Ftoken%3DSECRET', '/verify-email'],
  ['/verify-email%23SECRET', '/verify-email'],
  ['/api/event-notices/end/SECRET', '/api/event-notices/end'],
  ['/api/health', '/api/health'],
])('OPS-17 the logs of nginx and Caddy have %s without its secret', (uri, logged) => {
  expect(nginxPatterns).toHaveLength(2)
  expect([inNginxLog(uri), inCaddyLog(uri)]).toEqual([logged, logged])
})

it('OPS-17 every server of nginx logs with that format, and no other variable of the request is in it', () => {
  const servers = nginx.match(/^server \{/gm)
  const logs = nginx.match(/^ {2}access_log \S+ no_query;$/gm)
  expect(logs).toHaveLength(servers?.length ?? 0)
  const [, format = ''] = /log_format no_query '(.+)';/.exec(nginx) ?? []
  expect(format).toContain('$path_only')
  expect(format).not.toMatch(
    /\$(request|request_uri|uri|args|query_string|http_\w+|sent_http_\w+|arg_\w+)\b/,
  )
  // Less severe lines about errors have the whole request.
  expect(nginx).toMatch(/^error_log \S+ emerg;$/m)
})

it('OPS-17 Caddy logs no header of a request or an answer', () => {
  expect(caddy).toMatch(/request>headers delete/)
  expect(caddy).toMatch(/resp_headers delete/)
})

it('OPS-17 the address of a visitor replaces what the visitor sent', () => {
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(caddy).toContain('header_up X-Forwarded-For {remote_host}')
  expect(nginx).not.toContain('proxy_add_x_forwarded_for')
})
