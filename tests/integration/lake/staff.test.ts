import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createGuessLimit } from '#local/lake/guess-limit.ts'
import { SIGN_IN_LIMITS } from '#local/lake/limits.ts'
import { DEFAULT_COST } from '#local/lake/password.ts'
import { openStaff } from '#local/lake/staff.ts'
import { readStaffFile } from '#local/lake/staff-file.ts'
import {
  clientFor,
  signedIn,
  signIn,
  startTestLake,
  TEST_ACCOUNTS,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

let running: TestLake
let origin: string
let now: Date

async function startRunning(passwordCost?: number): Promise<void> {
  const more = passwordCost === undefined ? {} : { passwordCost }
  running = await startTestLake(temporaryFolder(), () => now, more)
  origin = running.lake.origin
}

beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00Z')
  await startRunning()
})
afterEach(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

const me = async (cookie: string) =>
  await fetch(`${origin}/v2026-11-01/users/me`, { headers: { cookie } })

describe('signing in to the Studio', () => {
  it('CMS-02 sets an HttpOnly cookie and redirects', async () => {
    const answer = await signIn(origin, ' Editor@Halyard.example', 'the-editors')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/studio/structure')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await (await me(cookie)).json()).toMatchObject({ role: 'editor', id: 'p-editor' })
  })

  it('CMS-02 redirects only to pages of the Studio', async () => {
    for (const asked of ['https://evil.example/studio', '//evil.example', '/studiolous', 'x:y']) {
      const page = await fetch(`${origin}/studio-login?origin=${encodeURIComponent(asked)}`)
      expect(await page.text()).toContain('name="destination" value="/studio"')
    }
  })

  it('CMS-02 shows a message for a wrong password, and refuses a form of another origin', async () => {
    const wrong = await signIn(origin, 'editor@halyard.example', 'guess')
    expect(wrong.status).toBe(401)
    expect(await wrong.text()).toContain('role="alert"')
    const other = origin.replace(/\d+$/, '1')
    const foreign = await signIn(origin, 'editor@halyard.example', 'the-editors', { from: other })
    expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null])
  })

  it('CMS-02 refuses further attempts for 15 minutes after ten wrong passwords', async () => {
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(origin, 'viewer@halyard.example', `guess ${guess}`)).status).toBe(401)
    expect((await signIn(origin, 'viewer@halyard.example', 'the-viewers')).status).toBe(429)
    expect((await signIn(origin, 'editor@halyard.example', 'the-editors')).status).toBe(303)
    now = new Date(now.getTime() + 15 * 60_000)
    expect((await signIn(origin, 'viewer@halyard.example', 'the-viewers')).status).toBe(303)
  })

  it('CMS-02 lasts 14 days and over restarts, until the password changes or the user signs out', async () => {
    const cookie = await signedIn(origin, 'editor')
    const sessionId = cookie.split('=')[1] ?? ''
    const reopened = (accounts = [...TEST_ACCOUNTS] as Parameters<typeof openStaff>[1]) =>
      openStaff(running.dir, accounts, () => now).callerOf(sessionId)
    expect(reopened()).toMatchObject({ role: 'editor' })
    expect(reopened([{ ...TEST_ACCOUNTS[0], password: 'another' }])).toBeUndefined()
    now = new Date(now.getTime() + 14 * 24 * 3_600_000)
    expect((await me(cookie)).status).toBe(401)
    const again = await signedIn(origin, 'editor')
    const headers = { cookie: again, origin }
    await fetch(`${origin}/v1/auth/logout`, { method: 'POST', headers })
    expect((await me(again)).status).toBe(401)
  })
})

describe('the cost of a password', () => {
  const staffFile = () => join(running.dir, 'staff.json')
  const stored = () => readStaffFile(staffFile()).accounts[0]
  it('CMS-02 that the configuration changes is that of the stored password after the next start', async () => {
    const before = stored()
    openStaff(running.dir, TEST_ACCOUNTS, () => now, before?.cost)
    expect(stored()).toEqual(before)
    openStaff(running.dir, TEST_ACCOUNTS, () => now, 2 * (before?.cost ?? 0))
    const { cost, hash } = stored() ?? {}
    expect(cost).toBe(2 * (before?.cost ?? 0))
    expect(hash).not.toBe(before?.hash)
    openStaff(running.dir, TEST_ACCOUNTS, () => now, cost)
    expect(stored()?.hash).toBe(hash)
  })
})

describe('guesses of strangers', () => {
  const EDITOR = 'editor@halyard.example'
  const from = (network: string) => ({ 'x-forwarded-for': network })
  const guess = async (times: number, headers: Record<string, string>, email = EDITOR) =>
    await Promise.all(
      Array.from({ length: times }, async (_, n) => {
        return (await signIn(origin, email, `guess ${n}`, headers)).status
      }),
    )

  beforeEach(() => {
    running.lake.trustProxy = 1
  })

  it('CMS-10 do not lock an editor of another network out', async () => {
    expect(new Set(await guess(10, from('203.0.113.7')))).toEqual(new Set([401]))
    expect((await signIn(origin, EDITOR, 'the-editors', from('203.0.113.7'))).status).toBe(429)
    expect((await signIn(origin, EDITOR, 'the-editors', from('198.51.100.1'))).status).toBe(303)
  })

  it('CMS-10 do not lock a browser out that was signed in before, even from its own network', async () => {
    const first = await signIn(origin, EDITOR, 'the-editors', from('198.51.100.1'))
    const [device = ''] = first.headers.getSetCookie().filter((one) => one.includes('device'))
    expect(device).toMatch(/HttpOnly; SameSite=Lax/)
    const cookie = device.split(';')[0] ?? ''
    await guess(10, from('198.51.100.1'))
    expect((await signIn(origin, EDITOR, 'the-editors', from('198.51.100.1'))).status).toBe(429)
    const known = { ...from('198.51.100.1'), cookie }
    expect((await signIn(origin, EDITOR, 'the-editors', known)).status).toBe(303)
    const viewer = 'viewer@halyard.example'
    const forged = { ...known, cookie: cookie.replace(/\..*/, '.forged') }
    expect((await signIn(origin, EDITOR, 'the-editors', forged)).status).toBe(429)
    expect(new Set(await guess(10, known, viewer))).toEqual(new Set([401]))
    expect((await signIn(origin, viewer, 'the-viewers', known)).status).toBe(429)
  })

  it('CMS-10 that arrive at the same time are all counted', async () => {
    const statuses = await guess(15, from('203.0.113.8'))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  it('CMS-10 are limited per network, and per address from everywhere far above that', () => {
    const { take, clear } = createGuessLimit(() => now)
    const most = SIGN_IN_LIMITS
    const tried = (address: string, network: string) =>
      take({ address, network, device: undefined })
    for (let n = 0; n < most.network; n += 1) expect(tried(`${n}@x.example`, 'one')).toBe(true)
    expect(tried('another@x.example', 'one')).toBe(false)
    for (let n = 0; n < most.address; n += 1) expect(tried(EDITOR, `network ${n}`)).toBe(true)
    expect(tried(EDITOR, 'fresh')).toBe(false)
    expect(take({ address: EDITOR, network: 'one', device: 'known' })).toBe(true)
    clear({ address: '1@x.example', network: 'one', device: undefined })
    expect(tried('another@x.example', 'one')).toBe(true)
  })

  it('CMS-10 for an unknown address do the same work as for a known one, without blocking', async () => {
    // Quick hashes would hide a difference.
    await running.stop()
    await startRunning(DEFAULT_COST)
    running.lake.trustProxy = 1
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    }, 0)
    /** Processor time in µs: other programs do not change it. */
    const workOf = async (email: string) => {
      const before = process.cpuUsage()
      await guess(4, from('203.0.113.9'), email)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await workOf('warm-up@x.example')
    const known = await workOf(EDITOR)
    const unknown = await workOf('unknown@x.example')
    clearInterval(turning)
    expect(unknown).toBeGreaterThan(known / 4)
    expect(turns).toBeGreaterThan(10)
  })

  it('CMS-10 cannot be made on the hashes by other users of the computer', () => {
    expect(statSync(join(running.dir, 'staff.json')).mode & 0o777).toBe(0o600)
    chmodSync(join(running.dir, 'staff.json'), 0o644)
    openStaff(running.dir, TEST_ACCOUNTS)
    expect(statSync(join(running.dir, 'staff.json')).mode & 0o777).toBe(0o600)
  })
})

describe('requests with a session cookie', () => {
  const create = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ mutations: [{ create: { _type: 'note' } }] })
    const url = `${origin}/v2026-11-01/data/mutate/production`
    return (await fetch(url, { method: 'POST', headers, body })).status
  }

  it('CMS-02 may write only from the same origin, port included', async () => {
    const cookie = await signedIn(origin, 'editor')
    expect(await create({ cookie, origin })).toBe(200)
    expect(await create({ cookie, origin: origin.replace(/\d+$/, '1') })).toBe(403)
    expect(await create({ cookie })).toBe(403)
  })

  it('CMS-02 let a viewer read drafts, but not write', async () => {
    const cookie = await signedIn(origin, 'viewer')
    await clientFor(origin, TEST_TOKEN).create({ _id: 'drafts.a', _type: 'note' })
    const doc = await fetch(`${origin}/v1/data/doc/production/drafts.a`, { headers: { cookie } })
    expect(await doc.json()).toMatchObject({ documents: [{ _id: 'drafts.a' }] })
    expect(await create({ cookie, origin })).toBe(403)
    for (const path of ['data/actions/production', 'assets/files/production']) {
      const headers = { cookie, origin }
      const answer = await fetch(`${origin}/v1/${path}`, { method: 'POST', headers, body: '{}' })
      expect(answer.status).toBe(403)
    }
  })

  it('CMS-02 tell the Studio the permissions of the user', async () => {
    const rules = async (role: 'editor' | 'viewer') => {
      const headers = { cookie: await signedIn(origin, role) }
      const url = `${origin}/v1/projects/halyard0/datasets/production/acl`
      const [rule] = (await (await fetch(url, { headers })).json()) as { permissions: string[] }[]
      return rule?.permissions
    }
    expect(await rules('editor')).toContain('update')
    expect(await rules('viewer')).not.toContain('update')
  })

  it('CMS-02 open sockets only from the same origin and for signed-in staff', async () => {
    const cookie = await signedIn(origin, 'viewer')
    const opens = (headers: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/lake-listen`, { headers })
        socket.once('error', () => resolve(false))
        socket.once('open', () => {
          socket.terminate()
          resolve(true)
        })
      })
    expect(await opens({ cookie, origin })).toBe(true)
    expect(await opens({ cookie, origin: 'http://localhost:4321' })).toBe(false)
    expect(await opens({ cookie })).toBe(false)
    expect(await opens({ origin })).toBe(false)
  })
})
