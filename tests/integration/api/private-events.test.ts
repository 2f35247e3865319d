import { beforeAll, describe, expect, it } from 'vitest'
import { signIn, signOut, signUp } from '#account/contract/accounts.ts'
import { createProfile } from '#account/contract/profiles.ts'
import { createHold } from '#booking/contract/holds.ts'
import { ACCESS_COOKIE } from '#core/rules/cookie-names.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { checkAccessCode, getEvent, listEvents, listSlots } from '#events/contract/events.ts'
import { revokeCode } from '#events/server/database/access-codes.ts'
import { buildPrivateEvent, CODE } from '#tests/fixtures/access-codes.ts'
import { newAddress, PASSWORD } from '#tests/fixtures/new-person.ts'
import { profileInput, signUpPatient } from '#tests/fixtures/people.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'

const DAY = addDays(londonDate(new Date()), 30)

const service = perFile(testService)
let event: { eventId: number; codeId: string }

beforeAll(async () => {
  event = await newEvent()
})

const newEvent = () =>
  buildPrivateEvent(service.db.database, createSealer(service.env.keys), { event_on: DAY })

const check = (visitor: Visitor, code = CODE, { eventId } = event) =>
  visitor.call(checkAccessCode, { event_id: eventId, access_code: code })

const isWhole = async (visitor: Visitor, { eventId } = event) =>
  'starts_at' in (await visitor.call(getEvent, { event_id: eventId })).body

const hold = (visitor: Visitor, time: string) =>
  visitor.call(createHold, {
    event_id: event.eventId,
    appt_date: DAY,
    appt_time: time,
    idempotency_key: `hold-${time.replace(':', '-')}-${visitor.cookies.size}`,
  })

describe('a visitor who is not signed in', () => {
  it('EVD-05 API-01 is answered success, gets an HttpOnly cookie, and sees the event', async () => {
    const visitor = service.visitor()
    expect(await isWhole(visitor)).toBe(false)
    expect((await visitor.call(listSlots, { event_id: event.eventId })).body).toMatchObject({
      reason: 'access-code-required',
      status: 403,
    })
    const wrong = await check(visitor, 'LODGE-2042')
    expect(wrong.status).toBe(403)
    expect(wrong.body).toMatchObject({
      error: 'Invalid Access code',
      reason: 'access-code-invalid',
    })
    expect(wrong.headers.getSetCookie()).toEqual([])
    const right = await check(visitor)
    expect(right.body).toEqual({ status: 'success' })
    const [cookie = ''] = right.headers.getSetCookie()
    expect(cookie).toMatch(
      /^halyard_access=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const found = await visitor.call(getEvent, { event_id: event.eventId })
    expect(found.body).toMatchObject({ address_line1: 'Corn Exchange', start_time: '09:00' })
    expect(found.headers.get('cache-control')).toBe('no-store')
    expect(found.headers.get('x-robots-tag')).toBe('noindex')
    expect((await visitor.call(listSlots, { event_id: event.eventId })).status).toBe(200)
    expect(await isWhole(service.visitor())).toBe(false)
    expect((await visitor.call(listEvents)).text).not.toContain('CO1 1AA')
  })

  it('EVD-05 keeps the grants of several events in one cookie; the server knows only its hash', async () => {
    const visitor = service.visitor()
    const other = await newEvent()
    await check(visitor)
    const token = visitor.cookies.get(ACCESS_COOKIE) ?? ''
    await check(visitor, CODE, other)
    expect(visitor.cookies.get(ACCESS_COOKIE)).toBe(token)
    expect(await isWhole(visitor)).toBe(true)
    expect(await isWhole(visitor, other)).toBe(true)
    const { rows } = await service.db.database.query<{ text: string }>(
      'select g::text as text from app.access_grants g',
    )
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
    await revokeCode(service.db.database, other.eventId, other.codeId)
    expect(await isWhole(visitor, other)).toBe(false)
    expect(await isWhole(visitor)).toBe(true)
  })

  it('EVD-05 the browser’s grant ends after seven days', async () => {
    const visitor = service.visitor()
    await check(visitor)
    const later = await service.another({ CLOCK_OFFSET_SECONDS: String(7 * 86_400 + 60) })
    const same = later.visitor()
    for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
    expect(await isWhole(same)).toBe(false)
    expect(await isWhole(visitor)).toBe(true)
  })

  it('EVD-05 a forged or foreign cookie opens nothing', async () => {
    const visitor = service.visitor()
    for (const token of ['x'.repeat(43), '', "' or 1=1", 'x'.repeat(4000)]) {
      visitor.cookies.set(ACCESS_COOKIE, token)
      expect(await isWhole(visitor)).toBe(false)
    }
  })
})

describe('the grant of a browser', () => {
  it('EVD-05 AUTH-01 becomes the patient’s at sign-in, and the browser keeps nothing', async () => {
    const { visitor, email } = await signUpPatient(service)
    await visitor.call(signOut)
    await check(visitor)
    expect((await visitor.call(signIn, { email, password: PASSWORD })).status).toBe(200)
    expect(visitor.cookies.has(ACCESS_COOKIE)).toBe(false)
    expect(await isWhole(visitor)).toBe(true)
    expect((await hold(visitor, '09:00')).status).toBe(201)
    const elsewhere = service.visitor()
    await elsewhere.call(signIn, { email, password: PASSWORD })
    expect(await isWhole(elsewhere)).toBe(true)
    await visitor.call(signOut)
    expect(await isWhole(visitor)).toBe(false)
  })

  it('EVD-05 AUTH-04 becomes the patient’s when the sign-up creates the profile', async () => {
    const visitor = service.visitor()
    const email = newAddress()
    await check(visitor)
    await visitor.call(signUp, { email, password: PASSWORD, display_name: 'Edwin Marlow' })
    expect(visitor.cookies.has(ACCESS_COOKIE)).toBe(true)
    expect(await isWhole(visitor)).toBe(true)
    expect((await visitor.call(createProfile, profileInput({ email }))).status).toBe(201)
    expect(visitor.cookies.has(ACCESS_COOKIE)).toBe(false)
    expect(await isWhole(visitor)).toBe(true)
    expect((await hold(visitor, '09:10')).status).toBe(201)
  })

  it('EVD-05 of a patient is no other patient’s: a hold is refused', async () => {
    const { visitor } = await signUpPatient(service)
    const refused = await hold(visitor, '09:20')
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ reason: 'access-code-required' })
    expect((await check(visitor)).body).toEqual({ status: 'success' })
    expect(visitor.cookies.has(ACCESS_COOKIE)).toBe(false)
    expect((await hold(visitor, '09:20')).status).toBe(201)
  })

  it('EVD-05 an open grant that the patient has stays when the browser’s code is older', async () => {
    const { visitor, email } = await signUpPatient(service)
    await check(visitor)
    const browser = service.visitor()
    await check(browser)
    await browser.call(signIn, { email, password: PASSWORD })
    expect(await isWhole(browser)).toBe(true)
    const { rows } = await service.db.database.query<{ n: number }>(
      `select count(*) as n from app.access_grants g join app.profiles p using (profile_id) where p.email = $1`,
      [email],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('the form without script', () => {
  const post = (visitor: Visitor, code: string, eventId: number | string = event.eventId) =>
    visitor.send('POST', `/events/${eventId}/check-access-code`, {
      body: new URLSearchParams({ access_code: code }).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('EVD-05 SITE-10 returns to the page of its event with the result, and sets the cookie', async () => {
    const visitor = service.visitor('192.0.2.77')
    const wrong = await post(visitor, 'LODGE-2042')
    expect([wrong.status, wrong.headers.get('location')]).toEqual([
      303,
      `/event/${event.eventId}?refused=access-code-invalid`,
    ])
    const empty = await post(visitor, '')
    expect(empty.headers.get('location')).toBe(`/event/${event.eventId}?refused=invalid`)
    const right = await post(visitor, ' lodge 2041 ')
    expect([right.status, right.headers.get('location')]).toEqual([
      303,
      `/event/${event.eventId}?accepted`,
    ])
    expect(await isWhole(visitor)).toBe(true)
  })

  it('EVD-05 an address that is no event’s leads to no other page of the site', async () => {
    const answer = await post(service.visitor('192.0.2.77'), CODE, '..%2F..%2Flogin')
    expect(answer.headers.get('location')).toBe('/event/..%2F..%2Flogin?refused=invalid')
  })
})
