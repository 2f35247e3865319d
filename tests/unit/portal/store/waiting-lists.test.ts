import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { WaitingOnWire } from '#booking/contract/waiting-list.ts'
import { fakeBrowser, ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { event, SERVER_NOW } from '#tests/unit/booking/store/samples.ts'

const LIST = 'GET /waiting-list'
const JOIN = 'POST /waiting-list'
const ID = '11111111-2222-4333-8444-555555555555'

const entry = (over: Partial<WaitingOnWire> = {}): WaitingOnWire => ({
  waiting_id: ID,
  event_id: 7,
  event_name: 'Harbour Hall',
  event_date: '2026-12-12',
  event_location: '1 Quay Street, Whitby',
  mornings: true,
  afternoons: true,
  evenings: true,
  times_gone: false,
  joined_at: SERVER_NOW,
  position: 2,
  offer: null,
  ended_at: null,
  ended_because: null,
  ...over,
})
const lists = (...entries: WaitingOnWire[]) => ok({ entries, server_time: SERVER_NOW })

async function open(...entries: WaitingOnWire[]) {
  const browser = fakeBrowser('/waiting-list?event=7', {
    [LIST]: lists(...entries),
    'GET /events/7': ok(event()),
    [JOIN]: { status: 201, body: { waiting_id: ID } },
    [`POST /waiting-list/${ID}/leave`]: ok({ status: 'success' }),
  })
  const store = await import('#booking/store/waiting-lists.ts')
  store.watchWaitingPage('Halyard')
  await vi.waitFor(() => {
    expect(store.$waiting.get().state).toBe('loaded')
    expect(store.$wanted.get().state).toBe('loaded')
  })
  return { browser, ...store }
}

describe('/waiting-list', () => {
  it('WAIT-01 joins with the chosen parts of the day and then shows the position', async () => {
    const { browser, join, togglePart, joinForm, $waiting } = await open()
    togglePart('evenings')
    browser.answer(LIST, lists(entry({ evenings: false })))
    await join(7)
    expect(browser.sentTo(JOIN)[0]?.body).toEqual({
      event_id: 7,
      mornings: true,
      afternoons: true,
      evenings: false,
    })
    expect(joinForm.$submission.get().step).toBe('done')
    expect($waiting.get()).toMatchObject({ live: [{ position: 2 }] })
  })

  it('WAIT-01 asks for at least one part of the day, and sends nothing without', async () => {
    const { browser, join, togglePart, joinForm } = await open()
    for (const part of ['mornings', 'afternoons', 'evenings']) togglePart(part)
    await join(7)
    expect(joinForm.$errors.get()).toEqual({ parts: 'Choose at least one time of day.' })
    expect(browser.sentTo(JOIN)).toEqual([])
  })

  it('WAIT-01 a part that the event does not have is no choice', async () => {
    const { browser, join, togglePart, joinForm } = await open()
    for (const part of ['mornings', 'afternoons']) togglePart(part)
    await join(7)
    expect(joinForm.$errors.get()).toEqual({ parts: 'Choose at least one time of day.' })
    expect(browser.sentTo(JOIN)).toEqual([])
  })

  it('WAIT-01 the times of an entry are in the form', async () => {
    const { joinForm } = await open(entry({ mornings: false }))
    await vi.waitFor(() => {
      expect(joinForm.$values.get().parts).toEqual(['afternoons', 'evenings'])
    })
  })

  it('WAIT-01 who waits for an event within one part of the day reads that there is no choice', async () => {
    await open(entry())
    const { JoinWaitingList } = await import('#booking/island/JoinWaitingList.tsx')
    expect(renderToStaticMarkup(createElement(JoinWaitingList))).toContain(
      'This event is in the morning only',
    )
  })

  it('WAIT-01 a refusal says why, with its reason for the next step', async () => {
    const { browser, join, joinForm, $joinRefusal } = await open()
    browser.answer(JOIN, refusal(409, 'places-free', 'The sentence.'))
    await join(7)
    expect(joinForm.$submission.get()).toMatchObject({ step: 'failed', text: 'The sentence.' })
    expect($joinRefusal.get()).toBe('places-free')
  })

  it('WAIT-01 leaving asks first, and a failure keeps the question open', async () => {
    const { browser, askToLeave, keepWaiting, leave, $leaving, $left } = await open(entry())
    const leaving = `POST /waiting-list/${ID}/leave`
    askToLeave(entry())
    keepWaiting()
    await leave()
    expect(browser.sentTo(leaving)).toEqual([])
    askToLeave(entry())
    browser.answer(leaving, 'none')
    await leave()
    expect($leaving.get()).toMatchObject({ step: 'asking', problem: expect.any(String) })
    expect($left.get()).toBeUndefined()
    browser.answer(leaving, ok({ status: 'success' }))
    browser.answer(LIST, lists(entry({ ended_at: SERVER_NOW, ended_because: 'left' })))
    await leave()
    expect($leaving.get()).toEqual({ step: 'none' })
    expect($left.get()).toBe(ID)
  })

  it('WAIT-01 an earlier end is not shown of an event that the patient waits for again', async () => {
    const over = { waiting_id: ID.replace('1', '2'), ended_at: SERVER_NOW } as const
    const { $waiting } = await open(entry(), entry({ ...over, ended_because: 'offer-expired' }))
    expect($waiting.get()).toMatchObject({ live: [{ waiting_id: ID }], ended: [] })
  })
})
