import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { directLoopback } from '#shared/node/direct-loopback.ts'

const LOOPBACK = 'localhost,127.0.0.1,[::1]'

/** Asks the content lake as the build does; prints the result, or why there is none. */
const ASK = `
  import { createClient } from '@sanity/client'
  const apiHost = process.argv[1]
  const client = createClient({ projectId: 'abc', dataset: 'x', apiVersion: '2026-01-01', useCdn: false, useProjectHostname: false, apiHost, maxRetries: 0 })
  process.stdout.write(await client.fetch('*').catch((error) => String(error)))`

describe('OPS-12 requests to loopback addresses', () => {
  it.each([
    [{}, LOOPBACK],
    [{ NO_PROXY: 'intranet, .example' }, `intranet,.example,${LOOPBACK}`],
    [{ no_proxy: 'a', NO_PROXY: 'b localhost' }, 'a,b,localhost,127.0.0.1,[::1]'],
    [{ NO_PROXY: '' }, LOOPBACK],
    [{ no_proxy: '*', NO_PROXY: 'a' }, '*'],
  ])('are excluded from a proxy, as what %o excludes', (env, value) => {
    expect(directLoopback(env)).toEqual({ NO_PROXY: value, no_proxy: value })
  })

  it('do not go to the proxy that the environment names, and would without the exclusion', async () => {
    const lake = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"result":"from the lake"}')
    }).listen(0, '127.0.0.1')
    await once(lake, 'listening')
    const { port } = lake.address() as AddressInfo
    const ask = async (env: Record<string, string>) => {
      const args = ['--input-type=module', '-e', ASK, `http://127.0.0.1:${port}`]
      // Nothing listens on port 9.
      const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' }
      const child = spawn(process.execPath, args, { env: { ...proxies, ...env } })
      return (await text(child.stdout)).trim()
    }
    const [direct, proxied] = await Promise.all([ask(directLoopback({})), ask({})])
    lake.close()
    expect(direct).toBe('from the lake')
    expect(proxied).toBe('TypeError: fetch failed')
  })
})
