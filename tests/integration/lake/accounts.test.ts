import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStaff } from '#local/lake/staff.ts'
import { runHere } from '#tests/fixtures/run-script.ts'
import { studioCommand } from '../../../scripts/operator/studio-commands.ts'
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
let now = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  running = await startTestLake(temporaryFolder(), () => now)
  origin = running.lake.origin
})
afterAll(async () => {
  await running.stop()
  expect(running.faults).toEqual([])
})

const studio = (...args: string[]) =>
  runHere(() => studioCommand(args, { LAKE_ORIGIN: origin, LAKE_TOKEN: TEST_TOKEN }))

const PASSWORD = 'correct horse battery'
const linkIn = (text: string) => /http\S+secret=(\S+)/.exec(text)?.[1] ?? ''
const submit = (secret: string, password: string, from = origin) =>
  fetch(`${origin}/studio-invitation`, {
    method: 'POST',
    headers: { origin: from },
    body: new URLSearchParams({ secret, password }),
    redirect: 'manual',
  })
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

async function joined(email: string, name: string, role: string): Promise<string> {
  const { out } = await studio('invite', email, '--name', name, '--role', role)
  return cookieOf(await submit(linkIn(out), PASSWORD))
}

const act = (cookie: string, ...actions: object[]) =>
  fetch(`${origin}/v2026-11-01/data/actions/production`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ actions }),
  })
const ids = (id: string) => ({ draftId: `drafts.${id}`, publishedId: id })
const type = (verb: string) => `sanity.action.document.${verb}`
const write = async (cookie: string, id: string, title: string) => {
  const attributes = { _id: `drafts.${id}`, _type: 'newsArticle', title }
  return await act(
    cookie,
    { actionType: type('create'), attributes, ...ids(id) },
    { actionType: type('publish'), ...ids(id) },
  )
}

describe('an own account for each editor', () => {
  it('CMS-16 an editor is invited by command, sets a password once, and signs in with it', async () => {
    const { out } = await studio(
      'invite',
      'Ada@charity.example',
      '--name',
      'Ada Quill',
      '--role',
      'editor',
    )
    expect(out).toContain('It works once, for seven days')
    const secret = linkIn(out)
    const file = readFileSync(join(running.dir, 'staff.json'), 'utf8')
    expect(file).not.toContain(secret)
    const form = await fetch(`${origin}/studio-invitation?secret=${secret}`)
    expect([form.status, await form.text()]).toEqual([
      200,
      expect.stringContaining('Welcome, Ada Quill'),
    ])
    expect((await signIn(origin, 'ada@charity.example', '')).status).toBe(401)
    const short = await submit(secret, 'short')
    expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('12 to 200')])
    expect((await submit(secret, PASSWORD, 'http://127.0.0.1:1')).status).toBe(403)
    const accepted = await submit(secret, PASSWORD)
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/studio'])
    expect((await submit(secret, 'another password')).status).toBe(410)
    expect((await signIn(origin, 'ada@charity.example', PASSWORD)).status).toBe(303)
    expect((await studio('list')).out).toMatch(/active +editor +Ada Quill <ada@charity\.example>/)
  })

  it('CMS-16 an invitation expires after seven days, or when a newer one is sent', async () => {
    const invite = () =>
      studio('invite', 'late@charity.example', '--name', 'Late', '--role', 'viewer')
    const first = linkIn((await invite()).out)
    const second = linkIn((await invite()).out)
    expect((await submit(first, PASSWORD)).status).toBe(410)
    now = new Date(now.getTime() + 7 * 24 * 3_600_000)
    expect((await submit(second, PASSWORD)).status).toBe(410)
    expect((await studio('list')).out).toMatch(/expired +viewer +Late/)
  })

  it('CMS-16 an invitation cannot be used after its account was removed', async () => {
    const { out } = await studio(
      'invite',
      'gone@charity.example',
      '--name',
      'Gone',
      '--role',
      'editor',
    )
    await studio('remove', 'gone@charity.example')
    expect((await submit(linkIn(out), PASSWORD)).status).toBe(410)
  })

  it('CMS-16 the command sets the role: a viewer reads, an editor writes, an administrator lists accounts', async () => {
    const cookie = await joined('bob@charity.example', 'Bob', 'viewer')
    const accounts = () => fetch(`${origin}/lake-staff`, { headers: { cookie } })
    expect([(await write(cookie, 'by-bob', 'x')).status, (await accounts()).status]).toEqual([
      403, 403,
    ])
    await studio('role', 'bob@charity.example', 'editor')
    expect([(await write(cookie, 'by-bob', 'x')).status, (await accounts()).status]).toEqual([
      200, 403,
    ])
    await studio('role', 'bob@charity.example', 'administrator')
    expect((await accounts()).status).toBe(200)
    const project = await clientFor(origin, TEST_TOKEN).projects.getById('halyard0')
    expect(project.members.map(({ role }) => role)).toContain('administrator')
    const anonymous = await fetch(`${origin}/lake-staff/history`)
    expect(anonymous.status).toBe(401)
  })

  it('CMS-16 history and audit show who published what, also for removed accounts', async () => {
    const cookie = await joined('cay@charity.example', 'Cay Moss', 'editor')
    const { id } = (await (
      await fetch(`${origin}/v1/users/me`, { headers: { cookie } })
    ).json()) as { id: string }
    await write(cookie, 'story', 'A new clinic')
    await act(cookie, { actionType: type('unpublish'), ...ids('story') })
    await act(cookie, { actionType: type('publish'), ...ids('story') })
    await act(cookie, { actionType: type('delete'), ...ids('story') })
    expect((await studio('remove', 'cay@charity.example')).out).toContain('can no longer sign in')
    expect((await fetch(`${origin}/v1/users/me`, { headers: { cookie } })).status).toBe(401)
    expect((await signIn(origin, 'cay@charity.example', PASSWORD)).status).toBe(401)
    const { out } = await studio('history', '--days', '9999')
    const lines = out.split('\n').filter((line) => line.includes('(story)'))
    expect(
      lines.map((line) => /Z {2}(\w+) +Cay Moss <cay@charity\.example>/.exec(line)?.[1]),
    ).toEqual([...['published', 'unpublished', 'published', 'deleted']])
    expect(lines[0]).toContain('newsArticle: A new clinic')
    const url = `${origin}/v1/data/history/production/transactions/story`
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const [first = ''] = (await (await fetch(url, { headers })).text()).split('\n')
    expect(JSON.parse(first)).toMatchObject({ author: id })
    const shown = await fetch(`${origin}/v1/users/${id}`, { headers })
    expect(await shown.json()).toMatchObject({ displayName: 'Cay Moss' })
  })

  it('CMS-16 an account survives restarts; a removed sample account is not created again', async () => {
    await studio('remove', 'viewer@halyard.example')
    const reopened = openStaff(running.dir, TEST_ACCOUNTS, () => now)
    const active = reopened.list().filter(({ state }) => state === 'active')
    expect(active.map(({ email }) => email).sort()).toEqual([
      ...['ada@charity.example', 'bob@charity.example', 'editor@halyard.example'],
    ])
    expect(await signedIn(origin, 'editor')).toContain('halyard_studio=')
  })

  it.each([
    [
      'an unknown role',
      ['invite', 'x@charity.example', '--name', 'X', '--role', 'king'],
      /administrator, editor, viewer/,
    ],
    [
      'no address',
      ['invite', 'nobody', '--name', 'X', '--role', 'editor'],
      /not an e-mail address/,
    ],
    ['an unknown account', ['remove', 'nobody@charity.example'], /There is no account/],
    [
      'a sample account',
      ['role', 'editor@halyard.example', 'viewer'],
      /npm start cannot be changed/,
    ],
    ['an unknown command', ['explode'], /npm run studio -- list/],
  ])('CMS-16 the command refuses %s in words', async (_what, args, message) => {
    const { err, code } = await studio(...args)
    expect(err).toMatch(message)
    expect(code).toBe(1)
  })
})
