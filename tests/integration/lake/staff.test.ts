import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openAccounts } from '#local/lake/accounts.ts'
import {
  clientFor,
  signedIn,
  signIn,
  startTestLake,
  TEST_PASSWORDS,
  TEST_TOKEN,
  type TestLake,
  temporaryFolder,
} from './test-lake.ts'

let running: TestLake
let origin: string
let now: Date

beforeEach(async () => {
  now = new Date('2026-11-21T10:00:00Z')
  running = await startTestLake(temporaryFolder(), () => now)
  origin = running.lake.origin
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

  it('CMS-02 lasts 14 days and over restarts, until the password changes', async () => {
    const cookie = await signedIn(origin, 'editor')
    const session = cookie.split('=')[1] ?? ''
    const callerIn = (token: string, passwords: Record<string, string>, sent = session) =>
      openAccounts(token, passwords, () => now).callerOf(sent)
    expect(callerIn(TEST_TOKEN, TEST_PASSWORDS)).toMatchObject({ role: 'editor' })
    expect(callerIn(TEST_TOKEN, { ...TEST_PASSWORDS, editor: 'another' })).toBeUndefined()
    expect(callerIn('another', TEST_PASSWORDS)).toBeUndefined()
    const later = session.replace(/\.\d+\./, '.9999999999999.')
    expect(callerIn(TEST_TOKEN, TEST_PASSWORDS, later)).toBeUndefined()
    now = new Date(now.getTime() + 14 * 24 * 3_600_000)
    expect((await me(cookie)).status).toBe(401)
  })

  it('CMS-02 the cookie is deleted by signing out', async () => {
    const headers = { cookie: await signedIn(origin, 'editor'), origin }
    const answer = await fetch(`${origin}/v1/auth/logout`, { method: 'POST', headers })
    expect(answer.headers.get('set-cookie')).toMatch(/^halyard_studio=; Max-Age=0/)
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
