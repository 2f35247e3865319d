import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deployHookGateway } from '#content/server/gateways/deploy-hook.ts'
import {
  publishByDeployHook,
  publishWithoutBuilder,
} from '#content/server/publishing/publish/builder.ts'
import { createLogger } from '#core/server/logger.ts'

const logger = createLogger('silent')
const running = () => new AbortController().signal

describe('the deploy hook', () => {
  let server: Server
  let statuses: number[]
  let methods: (string | undefined)[]
  beforeEach(async () => {
    methods = []
    server = createServer((request, response) => {
      methods.push(request.method)
      response.writeHead(statuses.shift() ?? 200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const hook = () =>
    deployHookGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, [1, 1])

  it.each<[string, number[], boolean, number]>([
    ['succeeds at once', [201], true, 1],
    ['succeeds after a 503', [503, 200], true, 2],
    ['fails after three errors', [500, 500, 500], false, 3],
    ['does not follow redirects', [302, 302, 302], false, 3],
  ])('CMS-04 %s', async (_, responses, ok, times) => {
    statuses = responses
    const outcome = await hook().ask(running())
    expect([outcome.ok, methods]).toEqual([ok, Array.from({ length: times }, () => 'POST')])
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })

  it('CMS-04 tells staff whether the hosting service accepted the request', async () => {
    const publish = publishByDeployHook(hook(), logger, () => new Date('2026-12-01T09:05:00Z'))
    statuses = [200, 500, 500, 500]
    expect(await publish(running())).toMatchObject({
      result: 'done',
      status: { state: 'building' },
    })
    const failed = await publish(running())
    expect(failed).toMatchObject({ result: 'retry', status: { state: 'failed' } })
    expect(failed.status?.message).toContain('at 09:05.')
  })

  it('CMS-04 tells staff when no build is possible', async () => {
    expect(await publishWithoutBuilder(logger)(running())).toMatchObject({
      result: 'failed',
      status: { state: 'failed' },
    })
  })
})
