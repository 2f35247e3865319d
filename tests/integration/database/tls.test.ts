import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { DatabaseRefused, openClient } from '#core/server/database/connection.ts'
import { createPool } from '#core/server/database/database.ts'
import type { DatabaseTls, DatabaseTransport } from '#shared/node/database-address.ts'
import { transportOf } from '#shared/node/database-address.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { certificate, tlsServer } from '#tests/integration/database/tls-server.ts'

const server = perFile(tlsServer)

const ca = readFileSync(certificate('ca'), 'utf8')
const otherCa = readFileSync(certificate('other-ca'), 'utf8')

/** This computer by an address that the rule takes for a host elsewhere: Linux and macOS connect to themselves at 0.0.0.0. */
const ELSEWHERE = '0.0.0.0'
const urlAt = (host: string, query = '') => {
  const url = new URL(server.url)
  url.hostname = host
  return `${url.href}${query}`
}

const ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

async function isEncrypted(url: string, tls?: DatabaseTls): Promise<boolean> {
  const pool = createPool({ url, tls, poolMax: 1 })
  try {
    const { rows } = await pool.query<{ ssl: boolean }>(ENCRYPTED)
    return rows[0]?.ssl === true
  } finally {
    await pool.end()
  }
}

type Case = {
  readonly name: string
  readonly offers: 'server' | 'expired' | undefined
  readonly host: string
  readonly query?: string
  readonly tls?: DatabaseTls
}

describe('the connection to the database', () => {
  it.each<Case & { transport: DatabaseTransport }>([
    { name: 'the right CA', offers: 'server', host: 'localhost', tls: { ca }, transport: 'tls' },
    {
      name: 'sslmode=require and the right CA',
      offers: 'server',
      host: 'localhost',
      query: '?sslmode=require',
      tls: { ca },
      transport: 'tls',
    },
    { name: 'loopback', offers: 'server', host: '127.0.0.1', transport: 'loopback' },
    { name: 'loopback without TLS', offers: undefined, host: 'localhost', transport: 'loopback' },
    {
      name: 'DATABASE_TLS=off',
      offers: 'server',
      host: ELSEWHERE,
      tls: { mode: 'off' },
      transport: 'unencrypted',
    },
  ])('OPS-01 $name: $transport, in a pool and outside', async (one) => {
    await server.offer(one.offers)
    const url = urlAt(one.host, one.query)
    expect(transportOf({ url, tls: one.tls })).toBe(one.transport)
    expect(await isEncrypted(url, one.tls)).toBe(one.transport === 'tls')
    const client = await openClient({ url, tls: one.tls }, 'test')
    const { rows } = await client.query(ENCRYPTED)
    await client.end()
    expect(rows).toEqual([{ ssl: one.transport === 'tls' }])
  })

  it('OPS-01 a private socket needs no encryption', async () => {
    const url = urlAt('localhost', `?host=${encodeURIComponent(server.socketFolder)}`)
    expect(transportOf({ url })).toBe('socket')
    expect(await isEncrypted(url)).toBe(false)
  })

  it.each<Case & { says: RegExp }>([
    {
      name: 'another CA',
      offers: 'server',
      host: 'localhost',
      tls: { ca: otherCa },
      says: /DATABASE_CA/,
    },
    {
      name: 'a private CA without DATABASE_CA',
      offers: 'server',
      host: ELSEWHERE,
      says: /DATABASE_CA/,
    },
    {
      name: 'sslmode=require without DATABASE_CA',
      offers: 'server',
      host: 'localhost',
      query: '?sslmode=require',
      says: /DATABASE_CA/,
    },
    {
      name: 'another host name',
      offers: 'server',
      host: '127.0.0.1',
      tls: { ca },
      says: /host name of DATABASE_URL/,
    },
    { name: 'an expired one', offers: 'expired', host: 'localhost', tls: { ca }, says: /expired/ },
    {
      name: 'no TLS at a host elsewhere',
      offers: undefined,
      host: ELSEWHERE,
      says: /DATABASE_TLS=off/,
    },
    {
      name: 'no TLS in spite of DATABASE_CA',
      offers: undefined,
      host: 'localhost',
      tls: { ca },
      says: /offers no encrypted connection/,
    },
  ])('OPS-01 refuses $name in words, without the address or the password', async (one) => {
    await server.offer(one.offers)
    const url = urlAt(one.host, one.query)
    const inPool = await isEncrypted(url, one.tls).catch((error: unknown) => error)
    const outside = await openClient({ url, tls: one.tls }, 'test').catch((error: unknown) => error)
    for (const error of [inPool, outside]) {
      expect(error).toBeInstanceOf(DatabaseRefused)
      expect(String(error)).toMatch(one.says)
      expect(String(error)).not.toContain(new URL(url).password)
      expect(String(error)).not.toContain(one.host)
    }
  })

  it('OPS-01 does not blame the certificate when no TLS connection was made', async () => {
    const broken = createServer((socket) =>
      socket.once('data', () => {
        socket.write('S')
        socket.once('data', () => socket.end('not TLS'))
      }),
    )
    await once(broken.listen(0, '127.0.0.1'), 'listening')
    const { port } = broken.address() as AddressInfo
    const url = `postgres://u:hunter2@${ELSEWHERE}:${port}/x`
    const error = await openClient({ url }, 'test').catch((fault: unknown) => fault)
    broken.close()
    expect(error).toBeInstanceOf(DatabaseRefused)
    expect(String(error)).toMatch(/must offer TLS 1\.2/)
    expect(String(error)).not.toMatch(/hunter2|certificate/)
  })

  it('OPS-01 a command ends with the sentence before it does anything', async () => {
    await server.offer(undefined)
    const source = { DATABASE_URL: urlAt(ELSEWHERE) }
    const [migrate, mails] = await Promise.all([
      runScript('scripts/migrate.ts', [], source),
      runScript('scripts/mails.ts', ['held'], source),
    ])
    for (const { code, out, err } of [migrate, mails]) {
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(/DATABASE_TLS=off/)
      expect(err).not.toContain(new URL(server.url).password)
      expect(err.trim().split('\n')).toHaveLength(1)
    }
  })

  it('OPS-01 control: pg alone sends everything unencrypted, and no rule stops it', async () => {
    await server.offer('server')
    const pool = new Pool({ connectionString: urlAt(ELSEWHERE), max: 1 })
    const { rows } = await pool.query(ENCRYPTED)
    await pool.end()
    expect(rows).toEqual([{ ssl: false }])
  })
})
