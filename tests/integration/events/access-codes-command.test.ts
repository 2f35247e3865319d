import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatLongDate, londonDate } from '#core/rules/time.ts'
import { accessCodeTable, addAccessCode } from '#events/commands/access-codes.ts'
import { buildCode, buildPrivateEvent } from '#tests/fixtures/access-codes.ts'
import { AUTH_KEYS, TEST_KEYS } from '#tests/fixtures/api-site.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { runScript } from '#tests/fixtures/run-script.ts'
import { sealer, servicesAt } from '#tests/integration/booking/booking-setup.ts'

const DAY = addDays(londonDate(new Date()), 30)
const BY = ['--by', 'Olive Ward']

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, new Date().toISOString()))
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-codes-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) =>
  runScript('scripts/events.ts', args, {
    DATABASE_URL: test.url,
    SITE_URL: 'https://halyard.example',
    ...AUTH_KEYS,
    ...TEST_KEYS,
  })

const privateEvent = () =>
  buildEvent(services.database, {
    event_name: 'Lodge evening',
    event_on: DAY,
    is_private: true,
  })

async function audited(action: string): Promise<{ subject: string; operator: string | null }[]> {
  const { rows } = await services.database.query<{ subject: string; operator: string | null }>(
    'select subject, operator from app.audit_log where action = $1 order by audit_id',
    [action],
  )
  return rows
}

describe('the commands of access codes', () => {
  it('EVD-05 OPS-02 add prints a card and writes it with link and QR code, list shows uses, revoke ends the code', async () => {
    const id = String(await privateEvent())
    const card = join(folder, 'card.html')
    const options = ['--label', 'Lodge 42', '--uses', '12', '--until', DAY, '--card', card]
    const added = await run('codes', id, 'add', ...options, ...BY)
    expect(added).toMatchObject({ code: 0, err: '' })
    const [, code = ''] = /^Access code: (\S+)$/m.exec(added.out) ?? []
    expect(code).toMatch(/^\w{4}-\w{4}$/)
    const link = `https://halyard.example/event/${id}?code=${code}`
    expect(added.out).toContain(link)
    expect(added.out).toContain(`${formatLongDate(DAY)}, Colchester`)
    const html = readFileSync(card, 'utf8')
    expect(html).toContain(`href="${link}"`)
    expect(html).toContain('<svg')
    // Nothing that the site withholds, and nothing from outside.
    expect(html).not.toMatch(/Corn Exchange|09:00|<script|<img|<link/)
    expect(statSync(card).mode & 0o777).toBe(0o600)

    const list = await run('codes', id, 'list')
    expect(list.out).toMatch(/Lodge 42\s+0\s+12\s.*open/)
    expect(list.out).not.toContain(code)
    const revealed = await run('codes', id, 'list', '--reveal', ...BY)
    expect(revealed.out).toContain(code)
    expect(await audited('access-codes-revealed')).toEqual([
      { subject: `event:${id}`, operator: 'Olive Ward' },
    ])

    const [, codeId = ''] = /^([\da-f]{8})\s+Lodge 42/m.exec(list.out) ?? []
    const revoked = await run('codes', id, 'revoke', codeId, ...BY)
    expect(revoked.out).toBe("The code 'Lodge 42' is revoked. 0 booked appointments stay.\n")
    expect((await run('codes', id, 'list')).out).toMatch(/Lodge 42.*revoked/)
    expect(await run('codes', id, 'revoke', codeId, ...BY)).toMatchObject({ code: 1 })
    for (const action of ['access-code-added', 'access-code-revoked']) {
      expect(await audited(action)).toMatchObject([{ operator: 'Olive Ward' }])
    }
  })

  it('EVD-05 refuse what is incomplete or wrong, and change nothing', async () => {
    const id = String(await privateEvent())
    const wrong: readonly (readonly string[])[] = [
      [id, 'add', '--label', 'x'],
      [id, 'add', ...BY],
      [id, 'add', '--label', 'x', '--uses', '0', ...BY],
      [id, 'add', '--label', 'x', '--until', '2027-02-30', ...BY],
      [id, 'list', '--reveal'],
      [id, 'nothing', ...BY],
    ]
    const answers = await Promise.all(wrong.map((args) => run('codes', ...args)))
    expect(answers.map(({ code, out }) => [code, out])).toEqual(wrong.map(() => [1, '']))
    expect(
      await accessCodeTable({ database: services.database, sealer }, Number(id), undefined),
    ).not.toContain('x')
  })

  it('EVD-05 a chosen code is long enough and new for its event, and the event is private', async () => {
    const { database } = services
    const { eventId } = await buildPrivateEvent(database, sealer, {}, { code: 'LODGE-2041' })
    const add = (event: number, code: string) => {
      const request = { label: 'x', code, mostUses: null, validFrom: null, validUntil: null }
      return addAccessCode({ database, sealer }, event, request, 'Olive')
    }
    expect(await add(eventId, 'lodge 2041')).toBe('code-known')
    expect(await add(eventId, 'LODGE-2')).toBe('code-short')
    expect(await add(await buildEvent(database), 'LODGE-2041')).toBe('event-public')
    expect(await add(999_999, 'LODGE-2041')).toBe('event-not-found')
    expect(await add(eventId, 'LODGE-2042')).toMatchObject({ code: 'LODGE-2042' })
  })

  it('OPS-02 EVD-05 the list of events marks private ones, and those whose codes open nothing now', async () => {
    const { database } = services
    const over = { validUntil: new Date('2020-01-01') }
    const build = (event_name: string, code = {}) =>
      buildPrivateEvent(database, sealer, { event_name, event_on: DAY }, code)
    const open = await build('Open lodge')
    await buildCode(database, sealer, open.eventId, { ...over, code: 'OTHER-1' })
    await build('Late lodge', over)
    const used = await build('Full lodge', { mostUses: 1 })
    await database.query('update app.access_codes set used = 1 where code_id = $1', [used.codeId])
    await buildEvent(database, { event_name: 'No lodge', event_on: DAY, is_private: true })
    await buildEvent(database, { event_name: 'Public hall', event_on: DAY })
    const lines = (await run('list')).out.split('\n')
    const lineOf = (name: string) => lines.find((line) => line.includes(name))?.trimEnd()
    expect(lineOf('Open lodge')).toMatch(/ {2}private$/)
    for (const name of ['Late lodge', 'Full lodge', 'No lodge']) {
      expect(lineOf(name)).toMatch(/ {2}private, no code can be used$/)
    }
    expect(lineOf('Public hall')).not.toContain('private')
  })
})
