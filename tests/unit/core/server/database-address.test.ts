import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { certificatesOf } from '#shared/node/certificates.ts'
import {
  connectionOf,
  type DatabaseTls,
  faultsOfAddress,
  transportOf,
} from '#shared/node/database-address.ts'
import { certificate } from '#tests/integration/database/tls-server.ts'

const ca = readFileSync(certificate('ca'), 'utf8').trim()

describe('OPS-01 the address of the database', () => {
  it.each<[string, DatabaseTls, string]>([
    ['postgres://u:p@db.example/x', {}, 'tls'],
    ['postgres://u:p@db:5432/x', {}, 'tls'],
    ['postgres://u:p@10.0.0.5/x', {}, 'tls'],
    ['postgres://u:p@[fd00::1]/x', {}, 'tls'],
    ['postgres://u:p@127.evil.example/x', {}, 'tls'],
    ['postgres://u:p@localhost.example/x', {}, 'tls'],
    ['postgres://u:p@db.example/x?sslmode=require', {}, 'tls'],
    ['postgres://u:p@localhost/x?sslmode=verify-full', {}, 'tls'],
    ['postgres://u:p@localhost/x?host=db.example', {}, 'tls'],
    ['postgres://u:p@localhost/x', { mode: 'on' }, 'tls'],
    ['postgres://u:p@localhost/x', { ca }, 'tls'],
    ['postgres://u:p@db.example/x', { mode: 'off' }, 'unencrypted'],
    ['postgres://u:p@db.example/x?sslmode=disable', { mode: 'off' }, 'unencrypted'],
    ['postgres://u:p@LOCALHOST/x', {}, 'loopback'],
    ['postgres://u:p@127.0.0.2:5433/x?sslmode=disable', {}, 'loopback'],
    ['postgres://u:p@[::1]/x', {}, 'loopback'],
    ['postgres://u:p@localhost/x?host=/run/postgresql', {}, 'socket'],
    ['postgres://u:p@%2Frun%2Fpostgresql/x', {}, 'socket'],
  ])('%s with %o is reached by %s', (url, tls, transport) => {
    expect(faultsOfAddress({ url, tls })).toEqual([])
    expect(transportOf({ url, tls })).toBe(transport)
    const { ssl, connectionString } = connectionOf({ url, tls })
    expect(ssl).toEqual(
      transport === 'tls' && { rejectUnauthorized: true, ...(tls.ca && { ca: tls.ca }) },
    )
    expect(connectionString).not.toContain('ssl')
  })

  it.each<[string, DatabaseTls, RegExp]>([
    ['postgres://u:hunter2@db.example/x?sslmode=disable', {}, /DATABASE_TLS=off/],
    ['postgres://u:hunter2@localhost/x?sslmode=disable', { ca }, /DATABASE_TLS=off/],
    ['postgres://u:hunter2@db.example/x?sslmode=no-verify', {}, /sslmode.*verify-full/],
    ['postgres://u:hunter2@db.example/x?sslmode=no-verify', { mode: 'off' }, /verify-full/],
    ['postgres://u:hunter2@db.example/x?sslmode=prefer', {}, /sslmode.*verify-full/],
    ['postgres://u:hunter2@db.example/x?sslmode=', {}, /sslmode.*verify-full/],
    ['postgres://u:hunter2@db.example/x?ssl=0', {}, /parameter ssl: set DATABASE_CA/],
    ['postgres://u:hunter2@db.example/x?sslrootcert=/a', {}, /sslrootcert: set DATABASE_CA/],
    ['postgres://u:hunter2@db.example/x?uselibpqcompat=true', {}, /parameter uselibpqcompat/],
    ['postgres://u:hunter2@db.example/x?lock_timeout=0', {}, /parameter lock_timeout/],
    ['postgres://u:hunter2@db.example/x', { mode: 'off', ca }, /DATABASE_TLS is off/],
    ['postgres://u:hunter2@db.example/x?sslmode=require', { mode: 'off' }, /DATABASE_TLS is off/],
    ['postgres:///x', {}, /no host/],
    ['postgres://u:hunter2@db%zz/x', {}, /write it as %25/],
    ['postgres://u:hunter2@db.example/x%2', {}, /write it as %25/],
    ['postgres://u:42?hunter2@db.example/x', {}, /write \? as %3F/],
    ['postgres://u:42?hunter2=@db.example/x', {}, /write \? as %3F/],
    ['postgres://u:42#hunter2@db.example/x', {}, /# as %23/],
  ])('%s with %o is refused', (url, tls, fault) => {
    const faults = faultsOfAddress({ url, tls })
    expect(faults[0]).toMatch(fault)
    expect(faults.join()).not.toMatch(/hunter2|db\.example/)
    expect(() => connectionOf({ url, tls })).toThrow(faults[0])
  })
})

describe('OPS-01 the certificates of DATABASE_CA', () => {
  it('are a file, their text, or their text on one line', () => {
    expect(certificatesOf(certificate('ca'))).toBe(ca)
    expect(certificatesOf(`a comment\n${ca}\n${ca}`)).toBe(`${ca}\n${ca}`)
    expect(certificatesOf(ca.replaceAll('\n', '\\n'))).toBe(ca)
  })

  it.each(['/nowhere/ca.pem', '.', 'package.json', ca.slice(0, 200), ca.replace('A', '*')])(
    'are not %s',
    (value) => {
      expect(certificatesOf(value)).toBeUndefined()
    },
  )
})

it('OPS-01 every connection to the database is made with its rule', () => {
  const files = ['src', 'scripts', 'local', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const opening = ['server.ts', ...files].filter((name) => {
    const text = name.endsWith('.ts') ? readFileSync(name, 'utf8') : ''
    return text.includes("from 'pg'") && /new (Client|Pool)\(|extends Client\b/.test(text)
  })
  expect(opening.length).toBeGreaterThan(3)
  for (const name of opening) {
    const text = readFileSync(name, 'utf8')
    expect(text, name).toContain('connectionOf(')
    expect(text, name).not.toContain('connectionString:')
  }
})
