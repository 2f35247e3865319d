import type { APIContext } from 'astro'
import { describe, expect, it } from 'vitest'
import { STAFF_ROLES, type StaffRole } from '#core/rules/permissions.ts'
import { STAFF_PAGES } from '#staff/rules/pages.ts'
import { onRequest } from '../../../src/middleware.ts'

const AT = new Date('2027-02-03T10:00:00Z')
const PATIENT = { sessionId: 's', userId: 'u', email: 'p@example.org', profileId: 100_001 }
const member = (roles: readonly StaffRole[], factorAt: Date | null = AT) => ({
  staffId: 7,
  sessionId: 's',
  userId: 'u',
  name: 'Mo Finch',
  roles,
  factorAt,
  endsAt: AT,
})

type Who = { staff?: object; session?: object }

/** What a visitor gets of a route: the page, the page of a refusal, or a redirect; and what was recorded. */
async function visit(route: string, who: Who, { method = 'GET', fails = false } = {}) {
  const recorded: string[] = []
  const recordRefusal = async (_: object, page: string) => {
    if (fails) throw new Error('no audit')
    recorded.push(page)
  }
  const services = { staffAccess: { recordRefusal } }
  const locals: Who & { services: object; member?: unknown } = { ...who, services }
  const url = new URL(`${route.replace(/\[\w+\]/g, '7')}?a=1`, 'https://www.halyard.example')
  const context = {
    locals,
    url,
    routePattern: route,
    request: new Request(url, { method }),
    redirect: (location: string, status: number) =>
      new Response(null, { status, headers: { location } }),
  } as unknown as APIContext
  const shown: unknown[] = []
  const response = await onRequest(context, async (rewrite) => {
    shown.push(rewrite ?? 'page')
    return new Response(String(rewrite ?? 'page'))
  })
  if (!(response instanceof Response)) throw new Error('The middleware returned no response.')
  return { response, shown, recorded, member: locals.member }
}

const START = '/staff'

describe('a page below /staff', () => {
  it('STF-01 leads signed-out visitors to the sign-in, which knows where they wanted to go', async () => {
    const half = { staff: member(STAFF_ROLES, null) }
    for (const [who, step] of [
      [{}, '/staff/sign-in'],
      [half, '/staff/sign-in/code'],
    ] as const) {
      for (const method of ['GET', 'POST']) {
        const { response, shown } = await visit(START, who, { method })
        expect(response.status).toBe(303)
        // A form that was sent is lost, and the person is told.
        const ended = method === 'POST' ? '&ended=form' : ''
        expect(response.headers.get('location')).toBe(`${step}?to=%2Fstaff%3Fa%3D1${ended}`)
        expect(shown).toEqual([])
      }
    }
  })

  it('STF-01 is refused to the session of a patient, which is recorded', async () => {
    for (const method of ['GET', 'POST']) {
      const { response, shown, recorded } = await visit(START, { session: PATIENT }, { method })
      expect(response.status).toBe(403)
      expect(shown).toEqual(['/staff/not-allowed'])
      expect(recorded).toEqual(['/staff'])
    }
  })

  it('STF-01 opens for staff in a browser that has the session of a patient too', async () => {
    const both = { session: PATIENT, staff: member(['coordinator']) }
    expect(await visit(START, both)).toMatchObject({ shown: ['page'], member: { staffId: 7 } })
    const half = { session: PATIENT, staff: member(['coordinator'], null) }
    expect((await visit(START, half)).response.status).toBe(303)
  })

  it('STF-03 that the table does not have is refused to every role', async () => {
    for (const route of ['/staff/forgotten', '/staff/constructor']) {
      const { response, member: seen } = await visit(route, { staff: member(STAFF_ROLES) })
      expect(response.status, route).toBe(403)
      expect(seen).toBeUndefined()
    }
  })

  it('STF-03 is not shown when the refusal cannot be recorded', async () => {
    await expect(visit(START, { session: PATIENT }, { fails: true })).rejects.toThrow('no audit')
  })

  it.each(Object.keys(STAFF_PAGES))('STF-01 is never stored or indexed: %s', async (route) => {
    for (const who of [{}, { session: PATIENT }, { staff: member(STAFF_ROLES) }]) {
      const { headers } = (await visit(route, who)).response
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
  })
})
