import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { expect } from '@playwright/test'
import { hostCookieName, SESSION_COOKIE, STAFF_COOKIE } from '#core/rules/cookie-names.ts'
import { PERMISSIONS, rolesFor, STAFF_ROLES } from '#core/rules/permissions.ts'
import { londonDate } from '#core/rules/time.ts'
import { STAFF_PAGES } from '#staff/rules/pages.ts'
import { openStaffSession } from '#staff/server/database/staff-sessions.ts'
import { addresses, siteDatabase, sql } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { staffMember } from '#tests/fixtures/staff.ts'

const CALLERS = [...STAFF_ROLES, 'suspended', 'without a code', 'a patient', 'nobody'] as const
type Caller = (typeof CALLERS)[number]

/** What a request came to: the page, or what it says of its case; the page of a refusal; the sign-in, which knows the way back. */
type Verdict = 'opens' | 'refused' | 'sign-in' | 'on the way to a session'

/** By the two tables alone. */
function expected(route: string, caller: Caller, roles = rolesFor): Verdict {
  const permission = STAFF_PAGES[route]?.permission
  if (permission === undefined) throw new Error(`${route} is not in the table.`)
  if (permission === 'signing-in') return 'on the way to a session'
  if (caller === 'a patient') return 'refused'
  const role = STAFF_ROLES.find((one) => one === caller)
  if (role === undefined) return 'sign-in'
  return roles(permission).includes(role) ? 'opens' : 'refused'
}

type Ids = Record<(typeof STAFF_ROLES)[number] | 'suspended' | 'without a code', number>

/** One member of staff per role, and two who may do everything: one is suspended, one never gives the code. */
async function createStaff(): Promise<Ids> {
  const made: [string, number][] = []
  for (const who of [...STAFF_ROLES, 'suspended', 'without a code']) {
    const own = STAFF_ROLES.filter((role) => role === who)
    const { staffId } = await staffMember(siteDatabase(), own.length === 0 ? STAFF_ROLES : own)
    made.push([who, staffId])
  }
  return Object.fromEntries(made) as Ids
}

/** A session of each caller by its cookie. A page may end its session, so each request has one of its own. */
async function cookieOf(caller: Caller, staff: Ids, patient: string): Promise<string> {
  if (caller === 'nobody') return ''
  if (caller === 'a patient') return patient
  const staffId = staff[caller]
  const set = (state: string) =>
    sql(`${BY_HAND} update app.staff set state = $2 where staff_id = $1`, [staffId, state])
  await set('active')
  const secret = await openStaffSession(siteDatabase(), {
    staffId,
    device: 'matrix',
    withFactor: caller !== 'without a code',
  })
  if (caller === 'suspended') {
    await set('suspended')
    // The session stays live: only the state of the account counts.
    await sql('update app.sessions set ended_at = null where staff_id = $1', [staffId])
  }
  return `${hostCookieName(STAFF_COOKIE, addresses().site)}=${secret}`
}

type Sent = { path: string; method: 'GET' | 'POST'; cookie: string; host?: string }
type Answer = { status: number; location: string; headers: Record<string, unknown>; body: string }

/** Sends the path as it is. A form comes from our own page, through a proxy that asks for `host`. */
const send = ({ path, method, cookie, host }: Sent) =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port, origin } = new URL(addresses().site)
    const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const headers = { ...form, origin, cookie, host: host ?? `${hostname}:${port}` }
    const asked = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers: sent } = response
        resolve({ status, location: sent.location ?? '', headers: sent, body })
      })
    })
    asked.on('error', reject).end(method === 'POST' ? 'key=x' : undefined)
  })

/** Before what a page does: neither a fault nor a way around the check. */
function verdictOf(route: string, { status, location, headers, body }: Answer): string {
  if (headers['cache-control'] !== 'no-store') return 'may be stored'
  if (status !== 404 && headers['x-robots-tag'] !== 'noindex') return 'may be indexed'
  if (STAFF_PAGES[route]?.permission === 'signing-in') {
    return status < 500 ? 'on the way to a session' : String(status)
  }
  if (status === 303) return /^\/staff\/sign-in(\/code)?\?to=/.test(location) ? 'sign-in' : 'opens'
  if (status === 403) return body.includes('You are not allowed to do this.') ? 'refused' : '403'
  return [200, 404, 422].includes(status) ? 'opens' : String(status)
}

async function eventOfToday(): Promise<number> {
  const [row] = await sql<{ event_id: string }>(
    `${BY_HAND} insert into app.events (event_name, product_id, event_on, start_time, end_time, session_minutes, audience, total_spaces, lab_name)
     select 'Matrix Hall', min(product_id), $1, '00:00', '00:30', 10, 'community', 3, 'Northgate Pathology' from app.products returning event_id`,
    [londonDate(new Date())],
  )
  return Number(row?.event_id)
}

test('STF-01 STF-03 every page and its form, for every role, a suspended account, a session without a code, a patient and nobody: as the tables say', async ({
  context,
  patient: { email },
}) => {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const staff = await createStaff()
  const event = await eventOfToday()
  const pathOf = (route: string) =>
    route
      .replace('/team/[id]', `/team/${staff.clinician}`)
      .replace('[id]', String(event))
      .replace(/\[(appointment|case|result|row|sample)\]/, randomUUID())

  const found: { route: string; method: string; caller: Caller; verdict: string }[] = []
  for (const route of Object.keys(STAFF_PAGES)) {
    for (const method of ['GET', 'POST'] as const) {
      for (const caller of CALLERS) {
        const cookie = await cookieOf(caller, staff, cookies)
        const verdict = verdictOf(route, await send({ path: pathOf(route), method, cookie }))
        found.push({ route, method, caller, verdict })
      }
    }
  }

  const wrong = (roles: typeof rolesFor) =>
    found.filter(({ route, caller, verdict }) => verdict !== expected(route, caller, roles))
  expect(wrong(rolesFor)).toEqual([])
  // The control: each permission whose roles were others would be noticed, as far as a page needs it.
  const used = new Set(Object.values(STAFF_PAGES).map(({ permission }) => permission))
  for (const changed of PERMISSIONS.filter((permission) => used.has(permission))) {
    const others = STAFF_ROLES.filter((role) => !rolesFor(changed).includes(role))
    const roles: typeof rolesFor = (one) => (one === changed ? others : rolesFor(one))
    expect(wrong(roles), changed).not.toEqual([])
  }
  const [refusals] = await sql<{ patient: string; staff: string }>(
    `select count(*) filter (where actor_user_id is not null) as patient, count(*) filter (where staff_id = $2) as staff
       from app.audit_log l where action = 'staff-page-refused'
        and (staff_id = $2 or actor_user_id = (select user_id from app.profiles where email = $1))`,
    [email, staff.administrator],
  )
  expect(Number(refusals?.patient)).toBeGreaterThan(0)
  expect(Number(refusals?.staff)).toBeGreaterThan(0)
})

test('STF-01 STF-03 other ways of writing an address, other methods and the cookie of the other side open nothing', async ({
  context,
}) => {
  const staff = await createStaff()
  const cookie = await cookieOf('coordinator', staff, '')
  const get = (path: string, own = '') => send({ path, method: 'GET', cookie: own })
  for (const path of ['/%73taff', '//staff', '/x/../staff', '/./staff', '/staff?a=1']) {
    expect(await get(path), path).toMatchObject({ status: 303 })
  }
  for (const path of ['/STAFF', '/staff%2Fevents', '/staff/nothing', '/staff.html']) {
    expect(await get(path, cookie), path).toMatchObject({ status: 404 })
  }
  expect(await get('/staff/', cookie)).toMatchObject({ status: 301, location: '/staff' })
  expect(await get('/staff', cookie)).toMatchObject({ status: 200 })

  const { site } = addresses()
  const secret = cookie.slice(cookie.indexOf('=') + 1)
  const asPatient = `${hostCookieName(SESSION_COOKIE, site)}=${secret}`
  for (const sent of [cookie, asPatient]) {
    const answer = await context.request.get(`${site}/api/auth/session`, {
      headers: { cookie: sent },
    })
    expect(await answer.json()).toMatchObject({ session: null })
  }
  expect(await get('/staff', asPatient)).toMatchObject({ status: 303 })
})

test('STF-03 a form is taken behind a proxy that asks for another host', async () => {
  const staff = await createStaff()
  const cookie = await cookieOf('coordinator', staff, '')
  const form = { path: '/staff/sign-out', method: 'POST', cookie, host: 'web-1.internal' } as const
  expect(await send(form)).toMatchObject({ status: 303 })
})
