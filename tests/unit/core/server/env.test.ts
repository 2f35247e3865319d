import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contentEnv, EnvironmentError, readEnv } from '#core/server/config/env.ts'
import { type Source, VARIABLE_NAMES } from '#core/server/config/env-variables.ts'

const key = randomBytes(32).toString('base64')
const complete: Source = {
  SITE_URL: 'http://localhost:4321',
  DATABASE_URL: 'postgres://user:secret@127.0.0.1:5432/postgres',
  SUPABASE_URL: 'http://127.0.0.1:9999/',
  SUPABASE_PUBLISHABLE_KEY: 'publishable',
  SUPABASE_SECRET_KEY: 'secret',
  SANITY_PROJECT_ID: 'abc123',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'bookings@halyard.example',
  DATA_KEYS: `k2:${key},k1:${key}`,
  LOOKUP_KEY: key,
}

const faultsOf = (source: Source): readonly string[] => {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults
  }
  return []
}

/** Variables that the server does not read: of builds, commands, `npm start`, Node and tests. */
const OF_OTHERS = [
  'LAKE_ORIGIN',
  'NODE_COMPILE_CACHE',
  'PAYPAL_SANDBOX_CLIENT_ID',
  'PAYPAL_SANDBOX_CLIENT_SECRET',
  'PUBLIC_API_BASE',
  'SANITY_STUDIO_SITE_URL',
  'STUDIO_PASSWORD',
]
/** The server sets it for its own processes. */
const INTERNAL = 'WEB_WORKER'

describe('the environment', () => {
  it('OPS-01 is documented by .env.example, each variable once', () => {
    const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm)]
    const expected = [...VARIABLE_NAMES.filter((name) => name !== INTERNAL), ...OF_OTHERS]
    expect(documented.map(([, name]) => name).sort()).toEqual(expected.sort())
  })

  it('is read with defaults for what is not set', () => {
    const env = readEnv(complete)
    expect(env.port).toBe(4321)
    expect(env.supabase.url).toBe('http://127.0.0.1:9999')
    expect(env.keys.data.map(({ id }) => id)).toEqual(['k2', 'k1'])
    expect(env.production).toBe(false)
  })

  it('EVL-04 takes a file or a tile service for the streets of the map, or neither', () => {
    const tilesOf = (value: string) => readEnv({ ...complete, MAP_TILES: value }).map.tiles
    expect(tilesOf('')).toBeUndefined()
    expect(tilesOf('/srv/streets.pmtiles')).toEqual({ kind: 'file', path: '/srv/streets.pmtiles' })
    const template = 'https://tiles.example/{z}/{x}/{y}.png?key=abc'
    expect(tilesOf(template)).toEqual({ kind: 'service', template, host: 'tiles.example' })
  })

  it('OPS-20 gives each process a metrics port of its own, on loopback, never that of the site', () => {
    const metricsOf = (source: Source) => readEnv({ ...complete, ...source }).metrics
    expect(metricsOf({})).toBeUndefined()
    expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464 })
    const third = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5', WEB_WORKER: '3' }
    expect(metricsOf(third)).toEqual({ host: '10.0.0.5', port: 9466 })
    for (const more of [
      { METRICS_PORT: '4321' },
      { METRICS_PORT: '4320', WEB_CONCURRENCY: '2' },
      { METRICS_PORT: '65535', WEB_CONCURRENCY: '2' },
    ]) {
      expect(faultsOf({ ...complete, ...more })).toEqual([expect.stringMatching(/^METRICS_PORT/)])
    }
  })

  it('reports every missing variable together', () => {
    const faults = faultsOf({})
    for (const name of ['SITE_URL', 'DATABASE_URL', 'SMTP_URL', 'DATA_KEYS', 'LOOKUP_KEY']) {
      expect(faults.some((fault) => fault.startsWith(`${name} is missing`))).toBe(true)
    }
  })

  it.each([
    ['SITE_URL', 'http://localhost:4321/path'],
    ['SITE_URL', 'localhost'],
    ['DATABASE_URL', 'mysql://x'],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATA_KEYS', 'k1:short'],
    ['DATA_KEYS', `k1:${key},k1:${key}`],
    ['LOOKUP_KEY', 'short'],
    ['SITE_ENV', 'elsewhere'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
    ['DATABASE_TLS', 'maybe'],
    ['MAIL_FROM', 'Halyard'],
    ['MAIL_FROM', 'Halyard <bookings@halyard>'],
    ['MAIL_FROM', 'john..smith@wild.example'],
    ['TRUST_PROXY', '-1'],
    ['MAP_TILES', 'streets.mbtiles'],
    ['MAP_TILES', 'https://tiles.example/{z}/{x}.png'],
    ['MAP_TILES', 'https://tiles.example/{z}/{x}/{y}/{y}.png'],
    ['MAP_TILES', 'https://{s}.tiles.example/{z}/{x}/{y}.png'],
    ['MAP_TILES', 'https://tiles.example/{z}/{x}/{y}{r}.png'],
    ['MAP_TILES', 'https://{z}.example/{x}/{y}.png'],
    ['MAP_TILES', 'https://user:secret@tiles.example/{z}/{x}/{y}.png'],
    ['MAP_TILES', 'ftp://tiles.example/{z}/{x}/{y}.png'],
    ['MAP_TILES', 'https://tiles.example/world.pmtiles'],
    ['SMS_URL', 'sms://provider'],
    ['SMS_SENDER', 'Halyard Screening'],
    ['SMS_SENDER', '447700900000'],
  ])('refuses an invalid %s: %s', (name, value) => {
    const faults = faultsOf({ ...complete, [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} is invalid`))
  })

  it('never contains a value in its message', () => {
    const message = faultsOf({ ...complete, DATABASE_URL: 'nothing://user:hunter2@x' }).join()
    expect(message).not.toContain('hunter2')
  })

  it('OPS-01 refuses the settings of stand-ins and tests in production', () => {
    const faults = faultsOf({
      ...complete,
      NODE_ENV: 'production',
      CLOCK_OFFSET_SECONDS: '3600',
      SITE_ENV: 'staging',
      SANITY_API_HOST: 'http://127.0.0.1:3333',
    })
    expect(faults).toEqual([
      'CLOCK_OFFSET_SECONDS is refused in production',
      'SANITY_API_HOST names a stand-in: refused in production unless SITE_ENV is local',
    ])
  })

  it('OPS-01 accepts a stand-in lake in production when the site says that it is local', () => {
    const source = { ...complete, NODE_ENV: 'production', SANITY_API_HOST: 'http://127.0.0.1:3333' }
    expect(readEnv({ ...source, SITE_ENV: 'local' }).content.apiHost).toBe('http://127.0.0.1:3333')
    expect(faultsOf(source)).toEqual(['SITE_ENV is missing'])
  })

  it.each([
    'SUPABASE_URL',
    'SANITY_API_HOST',
    'FORMSPREE_API_BASE',
    'DEPLOY_HOOK_URL',
    'STUDIO_URL',
    'PAYPAL_API_BASE',
    'PAYPAL_SDK_BASE',
    'SMS_URL',
    'MAP_TILES',
  ])('OPS-01 refuses http for %s, except to this computer', (name) => {
    const path = name === 'MAP_TILES' ? '/{z}/{x}/{y}.png' : ''
    const faultFor = (address: string) =>
      faultsOf({ ...complete, [name]: address + path }).find((fault) => fault.includes('https'))
    for (const host of ['example.org', '10.0.0.5', 'db', 'localhost.example', '127.evil.example']) {
      expect(faultFor(`http://${host}`)).toMatch(new RegExp(`^${name} is invalid: must be .*https`))
    }
    for (const here of ['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1']) {
      expect(faultFor(here)).toBeUndefined()
    }
    if (!name.startsWith('PAYPAL')) expect(faultFor('https://example.org')).toBeUndefined()
  })

  it('OPS-01 refuses what switches encryption off in production', () => {
    const production = { ...complete, NODE_ENV: 'production', SITE_ENV: 'staging' }
    expect(faultsOf({ ...production, SITE_URL: 'http://www.halyard.example' })).toEqual([
      'SITE_URL must be https in production, unless it is this computer',
    ])
    expect(faultsOf({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      'NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate: refused in production',
    ])
  })

  it('OPS-01 refuses a DATABASE_URL that is not verified, and a DATABASE_CA that cannot be read', () => {
    const remote = { ...complete, DATABASE_URL: 'postgres://u:p@db.example/x' }
    expect(readEnv(remote).databaseTls).toEqual({ ca: undefined, mode: undefined })
    expect(faultsOf({ ...remote, DATABASE_URL: `${remote.DATABASE_URL}?sslmode=disable` })).toEqual(
      ['DATABASE_URL has sslmode=disable: set DATABASE_TLS=off as well, in a private network only'],
    )
    expect(faultsOf({ ...remote, DATABASE_CA: '/nowhere/ca.pem' })).toEqual([
      'DATABASE_CA is invalid: must be the path of a file with certificates (PEM) that this process can read, or their text',
    ])
  })

  it('OPS-01 requires https for a production site', () => {
    expect(faultsOf({ ...complete, SITE_ENV: 'production' })).toEqual([
      'SITE_URL must be https when SITE_ENV is production',
    ])
  })

  it('REM-02 OPS-01 a provider of text messages needs its key and sender, and https outside of this computer', () => {
    expect(readEnv(complete).sms).toBeUndefined()
    const http = { ...complete, SMS_URL: 'http://127.0.0.1:1/messages' }
    expect(faultsOf(http)).toEqual([
      'SMS_KEY is missing: SMS_URL is set',
      'SMS_SENDER is missing: SMS_URL is set',
    ])
    const whole = { ...http, SMS_KEY: 'k', SMS_SENDER: 'Halyard' }
    expect(readEnv(whole).sms).toEqual({ url: http.SMS_URL, key: 'k', sender: 'Halyard' })
    expect(faultsOf({ ...whole, SMS_SENDER: 'PSA Test' })).toEqual([
      'SMS_SENDER says what is tested: a locked telephone shows it',
    ])
    expect(faultsOf({ ...whole, SITE_ENV: 'staging' })).toEqual([
      'SMS_URL must be https unless SITE_ENV is local',
    ])
  })

  describe('of the payment provider', () => {
    const live = {
      ...complete,
      SITE_URL: 'https://www.halyard.example',
      SITE_ENV: 'production',
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: 'WH-1',
      PAYPAL_API_BASE: 'https://api-m.paypal.com/',
    }
    const sandbox = {
      ...live,
      SITE_ENV: 'staging',
      PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com',
    }
    const standIn = {
      ...live,
      SITE_ENV: 'local',
      PAYPAL_API_BASE: 'http://127.0.0.1:4010',
    }
    const without = (source: Source, name: string) => ({ ...source, [name]: undefined })

    it('OPS-01 PAY-02 is none, the live service, its sandbox, or a stand-in', () => {
      expect(readEnv(complete).payments).toBeUndefined()
      expect(readEnv(live).payments).toMatchObject({
        environment: 'production',
        base: 'https://api-m.paypal.com',
        sdkBase: 'https://www.paypal.com/sdk/js',
      })
      expect(readEnv(sandbox).payments).toMatchObject({
        environment: 'sandbox',
        sdkBase: 'https://www.sandbox.paypal.com/sdk/js',
      })
      const { payments } = readEnv({ ...standIn, NODE_ENV: 'production' })
      expect(payments).toMatchObject({
        environment: 'stand-in',
        sdkBase: 'http://127.0.0.1:4010/sdk/js',
      })
    })

    it.each(['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_API_BASE'])(
      'OPS-01 is refused without %s',
      (name) => {
        expect(faultsOf(without(live, name))).toEqual([
          expect.stringMatching(new RegExp(`^${name} is missing: PAYPAL_\\w+ is set$`)),
        ])
      },
    )

    it.each([
      [{ ...live, SITE_ENV: 'staging' }, /live service: refused/],
      [{ ...live, SITE_ENV: 'local' }, /live service: refused/],
      [{ ...sandbox, SITE_ENV: 'production' }, /sandbox: refused/],
      [{ ...live, PAYPAL_SDK_BASE: 'https://cdn.example/sdk' }, /PAYPAL_SDK_BASE is only/],
      [{ ...live, PAYPAL_API_BASE: 'https://api-m.paypal.com.evil.example' }, /must be https/],
      [{ ...live, PAYPAL_API_BASE: 'http://api-m.paypal.com' }, /must be https/],
      [{ ...standIn, SITE_ENV: 'production' }, /stand-in: refused/],
      [{ ...standIn, SITE_ENV: 'staging' }, /stand-in: refused/],
      [{ ...standIn, PAYPAL_TIMEOUT_MS: '60000' }, /TIMEOUT_MS is invalid/],
    ])('OPS-01 contradictions are refused (%#)', (source, fault) => {
      expect(faultsOf(source)[0]).toMatch(fault)
    })
  })

  it('treats an empty value as not set', () => {
    expect(readEnv({ ...complete, SANITY_API_HOST: '  ' }).content.apiHost).toBeUndefined()
    expect(() => contentEnv({ SANITY_PROJECT_ID: '' })).toThrow('SANITY_PROJECT_ID is missing')
  })
})
