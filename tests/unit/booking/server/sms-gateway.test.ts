import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SmsFailedError, SmsRefusedError, smsGateway } from '#booking/server/gateways/sms.ts'

let server: Server
let status = 202
const asked: { request: IncomingMessage; body: string }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push({ request, body })
    response.writeHead(status, { location: '/elsewhere' }).end('+447700900123 is unknown')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function send(answer: number): Promise<unknown> {
  status = answer
  const { port } = server.address() as AddressInfo
  const gateway = smsGateway({ url: `http://127.0.0.1:${port}/x`, key: 'k', sender: 'Halyard' })
  const message = { to: '+447700900123', text: 'Hello', id: '7f6c' }
  return gateway.send(message).catch((error: unknown) => error)
}

describe('the provider of text messages', () => {
  it('REM-02 gets number, sender, words, key and idempotency key', async () => {
    expect(await send(202)).toBeUndefined()
    const [{ request, body } = { request: undefined, body: '{}' }] = asked
    expect(request?.method).toBe('POST')
    expect(request?.headers).toMatchObject({ authorization: 'Bearer k', 'idempotency-key': '7f6c' })
    expect(JSON.parse(body)).toEqual({ to: '+447700900123', from: 'Halyard', text: 'Hello' })
  })

  it.each([400, 410, 422])('REM-02 refuses a message for good with %i', async (answer) => {
    expect(await send(answer)).toBeInstanceOf(SmsRefusedError)
  })

  it.each([401, 402, 403, 404, 408, 425, 429, 500, 502, 503])(
    'REM-02 is asked again after %i',
    async (answer) => {
      expect(await send(answer)).toBeInstanceOf(SmsFailedError)
    },
  )

  it('REM-02 is not followed to another address, and its words are in no error', async () => {
    const error = await send(302)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(SmsRefusedError)
    expect(String(await send(422))).not.toContain('7700')
  })
})
