import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from '#core/server/config/env-variables.ts'

type Variables = Readonly<Record<string, string | undefined>>

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const pairs = (text: string, meaningOf: (raw: string) => string): Variables =>
  Object.fromEntries(
    lines(text).map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), meaningOf(line.slice(at + 1))]
    }),
  )

/** Removes the quotation marks around a value, and the backslashes before single characters of it. */
const unquoted = (raw: string) => {
  const [, , inside] = /^(["'])(.*)\1$/.exec(raw) ?? []
  return inside ?? raw.replaceAll(/\\(.)/g, '$1')
}

/** How files of variables are read, after systemd's `load_env_file` and Docker's and Podman's `--env-file`. */
const READERS: Readonly<Record<string, (text: string) => Variables>> = {
  'a .env file': (text) => parseEnv(text),
  'EnvironmentFile of systemd': (text) =>
    pairs(
      lines(text)
        .filter((line) => !/^\s*[#;]/.test(line))
        .join('\n'),
      (raw) => unquoted(raw.trim()),
    ),
  '--env-file of Docker and Podman': (text) =>
    pairs(
      lines(text)
        .filter((line) => !/^\s*#/.test(line))
        .join('\n'),
      (raw) => raw,
    ),
}

const example = readFileSync('.env.example', 'utf8').replaceAll(/^# (?=[A-Z_]+=)/gm, '')

describe('a file of variables', () => {
  it.each(Object.entries(READERS))('OPS-01 .env.example means the same as %s', (_, read) => {
    const meant = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ])
    expect(meant.length).toBeGreaterThan(40)
    expect({ ...read(example) }).toEqual(Object.fromEntries(meant))
  })

  it.each([
    [
      'SUPABASE_SECRET_KEY=   # ends sessions',
      'SUPABASE_SECRET_KEY has a comment behind its value',
    ],
    ['SUPABASE_SECRET_KEY=sb_secret_x # ends sessions', 'SUPABASE_SECRET_KEY has a comment'],
    ['MAIL_FROM="Halyard <bookings@halyard.example>"', 'MAIL_FROM is in quotation marks'],
    ["MAIL_FROM='bookings@halyard.example'", 'MAIL_FROM is in quotation marks'],
  ])('OPS-01 the start refuses %s as Docker hands it over, and says why', (line, fault) => {
    const source = READERS['--env-file of Docker and Podman']?.(line) ?? {}
    const [name] = line.split('=') as ['MAIL_FROM' | 'SUPABASE_SECRET_KEY']
    const { faults } = parse(source, [name])
    expect(faults).toEqual([expect.stringContaining(fault)])
    expect(faults.join()).not.toMatch(/sb_secret|bookings|ends sessions/)
  })

  it.each([
    'MAIL_FROM="Halyard" <bookings@halyard.example>',
    "MAIL_FROM=Halyard Men's Health <bookings@halyard.example>",
  ])('OPS-01 the start takes %s', (line) => {
    const source = READERS['--env-file of Docker and Podman']?.(line) ?? {}
    expect(parse(source, ['MAIL_FROM']).faults).toEqual([])
  })
})
