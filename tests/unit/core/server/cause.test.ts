import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { causeOf, framesOf } from '#core/server/cause.ts'

/** What a person has typed, or what opens their account. */
const SECRETS = ['arthur.pendle@example.test', '9434765919', 'MAPLE-7', 'r4Nd0m-_tOkEn'.repeat(3)]
const hidesAll = (text: string) => SECRETS.every((secret) => !text.includes(secret))

function databaseError(facts: object) {
  const error = new DatabaseError(`Key (email)=(${SECRETS[0]}) already exists.`, 9, 'error')
  return Object.assign(error, facts)
}

describe('the cause that a log line names', () => {
  it('OPS-04 has codes of the system and the call that failed', async () => {
    const refused = await new Promise((resolve) => connect(9, '127.0.0.1').on('error', resolve))
    expect(causeOf(refused)).toBe('Error ECONNREFUSED connect')
  })

  it('OPS-04 has the state, table and constraint of Postgres, never its detail', () => {
    const error = databaseError({
      code: '23505',
      table: 'profiles',
      constraint: 'profiles_email_key',
      detail: `Key (email)=(${SECRETS[0]}) already exists.`,
      where: `SQL statement "… ${SECRETS[1]}"`,
    })
    expect(causeOf(error)).toBe('error 23505 profiles profiles_email_key')
  })

  it('OPS-04 names a broken or late connection, for which pg has a text only', () => {
    for (const text of ['timeout exceeded when trying to connect', 'Query read timeout']) {
      expect(causeOf(new Error(text))).toBe(`Error (${text})`)
      expect(causeOf(new Error(`${text} ${SECRETS[0]}`))).not.toContain(text)
    }
  })

  it('OPS-04 has the codes of mail server and providers', () => {
    const coded = (facts: object) => causeOf(Object.assign(new Error(SECRETS[0]), facts))
    expect(coded({ code: 'EENVELOPE', responseCode: 550 })).toBe('Error EENVELOPE 550')
    expect(coded({ code: 'user_not_found', status: 404 })).toBe('Error user_not_found 404')
    expect(coded({ issue: 'INSTRUMENT_DECLINED', status: 422 })).toBe(
      'Error INSTRUMENT_DECLINED 422',
    )
  })

  it('OPS-04 names what caused an error, through a circle and several errors', () => {
    const inner = Object.assign(new Error(SECRETS[0]), { code: 'ETIMEDOUT' })
    const many = new AggregateError([inner, new RangeError(SECRETS[1])], SECRETS[2])
    const outer = new TypeError('fetch failed', { cause: many })
    inner.cause = outer
    expect(causeOf(outer)).toBe('TypeError < AggregateError < Error ETIMEDOUT < RangeError')
  })

  it('OPS-04 names the function that threw an error without a code', () => {
    const askProvider = () => {
      throw new Error(SECRETS[0])
    }
    try {
      askProvider()
    } catch (error) {
      expect(causeOf(error)).toBe('Error at askProvider')
    }
  })

  const hostile: [string, (secret: string) => unknown][] = [
    ['a message', (secret) => new Error(secret)],
    ['a message like a frame', (secret) => new Error(`x\n    at ${secret} (file.ts:1:1)`)],
    [
      'an earlier message',
      (secret) => Object.assign(new Error(`x\n    at ${secret} (file.ts:1:1)`), { message: 'y' }),
    ],
    ['a name', (secret) => Object.assign(new Error('x'), { name: secret })],
    ['a code', (secret) => Object.assign(new Error('x'), { code: secret, issue: secret })],
    ['a number as code', (secret) => Object.assign(new Error('x'), { code: Number(secret) })],
    [
      'a status',
      (secret) => Object.assign(new Error('x'), { status: secret, statusCode: 9434765919 }),
    ],
    [
      'names of tables',
      (secret) => databaseError({ table: secret, constraint: secret, syscall: secret }),
    ],
    ['a cause', (secret) => new Error('x', { cause: new Error(secret) })],
    [
      'causes that are no errors',
      (secret) => new Error('x', { cause: { email: secret, message: secret } }),
    ],
    ['a thrown text', (secret) => secret],
  ]
  it.each(hostile)('OPS-04 shows nothing of a person in %s', (_, make) => {
    for (const secret of SECRETS) {
      const error = make(secret)
      expect(hidesAll(causeOf(error))).toBe(true)
      expect(hidesAll(framesOf(error).join('\n'))).toBe(true)
    }
  })

  it('OPS-04 survives what cannot be read, and stays short', () => {
    const closed = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    for (const odd of [undefined, null, 7, closed]) expect(causeOf(odd)).toBe('unknown')
    const long = new Error('x', { cause: new Error('y', { cause: new Error('z') }) })
    expect(causeOf(Object.assign(long, { name: 'N'.repeat(41) })).length).toBeLessThanOrEqual(200)
  })

  it('OPS-04 is what every log line has: none reads an error itself', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    const reading = /\berror: (\(error as|error\.|String\(error)/
    const found = ['../server.ts', ...files.filter((file) => file.endsWith('.ts'))].filter((file) =>
      reading.test(readFileSync(join('src', file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('OPS-04 control: the message would show it', () => {
    expect(hidesAll(String(hostile[0]?.[1](SECRETS[0] ?? '')))).toBe(false)
  })
})
