import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newAddress } from '#tests/fixtures/new-person.ts'
import { signUpPatient } from '#tests/fixtures/people.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import { ask, codesTo, reasonOf, waitForCode } from '#tests/integration/account/reset-setup.ts'

let service: TestService
let provider: Server
/** What the provider was asked; it answers `/recover` only after `release()`. */
let asked: string[] = []
let release: () => void = () => undefined

async function slowProvider(target: string): Promise<string> {
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  provider = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path.split('?')[0]}`)
    const body = await buffer(request)
    if (path.includes('/recover')) await released
    const { host, connection, 'content-length': _, ...headers } = request.headers
    const answer = await fetch(target + path, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
}

beforeAll(async () => {
  service = await testService({
    source: async ({ authUrl }) => ({ SUPABASE_URL: await slowProvider(authUrl) }),
  })
})
afterAll(async () => {
  release()
  await service.close()
  provider.closeAllConnections()
  provider.close()
})

it('AUTH-06 the answer does not wait for the provider’s mail, and asks it the same for known and unknown addresses', async () => {
  const { email } = await signUpPatient(service)
  const before = async (address: string) => {
    asked = []
    expect(reasonOf(await ask(service.visitor(), address))).toBe('ok')
    return asked.filter((one) => !one.includes('/recover'))
  }
  const known = await before(email)
  expect(await before(newAddress('nobody'))).toEqual(known)
  expect(await codesTo(service, email)).toEqual([])
  await vi.waitFor(() => expect(asked.join()).toContain('/recover'), { timeout: 10_000 })
  release()
  expect(await waitForCode(service, email)).toMatch(/^\d{6}$/)
})
