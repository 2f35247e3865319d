import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser, ok, refusal } from '#tests/unit/stores/booking/browser.ts'
import { event, listed, SERVER_NOW, slots } from '#tests/unit/stores/booking/samples.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const ID = listed().appointment_id
const LIST = 'GET /appointments/upcoming-appointments/user/41'
const MOVE = `PATCH /appointments/${ID}/update`
const EVENT = 'GET /events/7'
const SLOTS = 'GET /events/7/slots'
const NEW = { date: '2026-12-12', time: '09:40' }
const moved = listed({
  appt_time: '09:40',
  starts_at: '2026-12-12T09:40:00.000Z',
  ends_at: '2026-12-12T10:00:00.000Z',
})
const listOf = (...appointments: unknown[]) => ok({ appointments, server_time: SERVER_NOW })

type Stores = typeof import('#stores/portal/reschedule.ts') &
  Pick<typeof import('#stores/portal/appointments.ts'), 'loadAppointments'>

async function load(): Promise<Stores> {
  const { loadAppointments } = await import('#stores/portal/appointments.ts')
  await loadAppointments(41)
  return { ...(await import('#stores/portal/reschedule.ts')), loadAppointments }
}

/** The list with one appointment, at 09:20 of an event with 09:00 and 09:40 free. */
async function open(
  over: Parameters<typeof fakeBrowser>[1] = {},
  one = listed(),
): Promise<Stores & { browser: FakeBrowser }> {
  vi.useFakeTimers({ now: new Date(SERVER_NOW) })
  const browser = fakeBrowser('/upcoming-events', {
    [LIST]: listOf(one),
    [EVENT]: ok(event()),
    [SLOTS]: ok(slots('09:00', '09:40')),
    [MOVE]: ok({ status: 'success', appointment: moved }),
    ...over,
  })
  return { browser, ...(await load()) }
}

/** The modal is open with 09:40 chosen. */
async function choose(over: Parameters<typeof fakeBrowser>[1] = {}) {
  const stores = await open(over)
  await stores.openReschedule(listed())
  stores.chooseNewTime(41, NEW)
  return stores
}

describe('Edit Appointment', () => {
  it('APPT-03 shows the times, marks the own one, and sends nothing before a choice', async () => {
    const { browser, openReschedule, confirmReschedule, $rescheduling } = await open()
    await openReschedule(listed())
    expect($rescheduling.get()).toMatchObject({
      step: 'choosing',
      choice: undefined,
      times: {
        state: 'loaded',
        hasFree: true,
        groups: [
          {
            heading: 'Morning',
            times: [
              { time: '09:00', isFree: true, isOwn: false },
              { time: '09:20', isFree: false, isOwn: true },
              { time: '09:40', isFree: true, isOwn: false },
            ],
          },
        ],
      },
    })
    await confirmReschedule(41)
    expect(browser.sentTo(MOVE)).toEqual([])
  })

  it('APPT-03 the own time is no choice where a second place of it is free', async () => {
    const { openReschedule, $rescheduling } = await open({ [SLOTS]: ok(slots('09:20')) })
    await openReschedule(listed())
    expect($rescheduling.get()).toMatchObject({ times: { hasFree: false } })
  })

  it('APPT-03 moves once on a double click, closes and reloads the list', async () => {
    const { browser, confirmReschedule, $rescheduling } = await choose()
    browser.answer(LIST, listOf(moved))
    await Promise.all([confirmReschedule(41), confirmReschedule(41)])
    expect(browser.sentTo(MOVE).map(({ body }) => body)).toEqual([{ appt_time: '09:40' }])
    expect($rescheduling.get()).toMatchObject({
      step: 'moved',
      appointment: { appt_time: '09:40' },
    })
    expect(browser.sentTo(LIST)).toHaveLength(2)
  })

  it.each([
    ['2026-11-23T12:00:00.000Z', 'choosing'],
    ['2026-11-23T11:59:59.000Z', 'refused'],
  ])('APPT-03 changing an appointment at %s: %s', async (starts_at, step) => {
    const one = listed({ starts_at })
    const { openReschedule, $rescheduling } = await open({}, one)
    await openReschedule(one)
    expect($rescheduling.get()).toMatchObject(
      step === 'refused'
        ? {
            title: 'Cannot modify',
            text: 'Appointments cannot be rescheduled within 48 hours of the scheduled time. Please contact support for assistance',
          }
        : { step },
    )
  })

  it('APPT-01 does nothing for an appointment that is not booked', async () => {
    const cancelled = listed({ status: 'cancelled' })
    const { openReschedule, $rescheduling } = await open({}, cancelled)
    await openReschedule(cancelled)
    expect($rescheduling.get()).toEqual({ step: 'none' })
  })
})

describe('the times of Edit Appointment', () => {
  it.each([
    ['the times do not load', { [SLOTS]: refusal(500, 'failure') }, 'Failed to load time slots.'],
    ['the event does not load', { [EVENT]: 'none' as const }, 'Failed to load time slots.'],
    ['no end', { [EVENT]: ok(event({ end_time: null })) }, 'Incomplete event details'],
    ['no duration', { [EVENT]: ok(event({ session_duration: null })) }, 'Incomplete event details'],
    ['no slot fits', { [EVENT]: ok(event({ session_duration: 90 })) }, 'No slots generated'],
  ])('APPT-03 %s', async (_title, over, text) => {
    const { browser, openReschedule, loadNewTimes, $rescheduling } = await open(over)
    await openReschedule(listed())
    expect($rescheduling.get()).toMatchObject({ times: { state: 'failed', text } })
    browser.answer(EVENT, ok(event()))
    browser.answer(SLOTS, ok(slots('09:40')))
    await loadNewTimes()
    expect($rescheduling.get()).toMatchObject({ times: { state: 'loaded' } })
  })

  it('APPT-03 an event that was cancelled meanwhile closes the modal with the reason', async () => {
    const { openReschedule, $rescheduling } = await open({
      [EVENT]: ok(event({ cancelled: true })),
    })
    await openReschedule(listed())
    expect($rescheduling.get()).toMatchObject({
      step: 'refused',
      title: 'Failed to update appointment.',
    })
  })

  it('APPT-03 an answer that arrives after the modal was closed opens nothing', async () => {
    const { openReschedule, closeReschedule, $rescheduling } = await open()
    const opening = openReschedule(listed())
    closeReschedule()
    await opening
    expect($rescheduling.get()).toEqual({ step: 'none' })
  })
})

describe('a change that fails', () => {
  it('APPT-03 a time that was taken meanwhile is deselected, and the times are read again', async () => {
    const { browser, confirmReschedule, $rescheduling } = await choose({
      [MOVE]: refusal(409, 'slot-taken', 'Someone has just taken this time.'),
    })
    browser.answer(SLOTS, ok(slots('09:00')))
    await confirmReschedule(41)
    expect($rescheduling.get()).toMatchObject({
      step: 'choosing',
      choice: undefined,
      problem: {
        title: 'Failed to update appointment.',
        text: 'Someone has just taken this time.',
      },
      times: { groups: [{ times: [{ isFree: true }, { isOwn: true }, { isFree: false }] }] },
    })
  })

  it.each([
    ['too-late', 409, 'Cannot modify'],
    ['not-booked', 409, 'Failed to update appointment.'],
    ['event-cancelled', 409, 'Failed to update appointment.'],
  ])(
    'APPT-03 the refusal %s closes the modal and reloads the list',
    async (reason, status, title) => {
      const { browser, confirmReschedule, $rescheduling } = await choose({
        [MOVE]: refusal(status, reason),
      })
      await confirmReschedule(41)
      expect($rescheduling.get()).toMatchObject({ step: 'refused', title })
      expect(browser.sentTo(LIST)).toHaveLength(2)
    },
  )

  it.each([
    ['a server error', refusal(500, 'failure'), undefined],
    ['no answer', 'none' as const, undefined],
    [
      'a limit',
      refusal(429, 'too-many-requests', 'Try again in 3 hours.'),
      'Try again in 3 hours.',
    ],
  ])('APPT-03 after %s the modal stays open with the choice', async (_title, reply, text) => {
    const { browser, confirmReschedule, $rescheduling } = await choose({ [MOVE]: reply })
    await confirmReschedule(41)
    expect($rescheduling.get()).toMatchObject({ step: 'choosing', choice: NEW })
    expect($rescheduling.get()).toHaveProperty('problem', {
      title: 'Failed to update appointment.',
      ...(text === undefined ? {} : { text }),
    })
    browser.answer(MOVE, ok({ status: 'success', appointment: moved }))
    await confirmReschedule(41)
    expect($rescheduling.get()).toMatchObject({ step: 'moved' })
  })

  it('APPT-03 a lost answer of a change that was made is told as made', async () => {
    const { browser, confirmReschedule, $rescheduling } = await choose({ [MOVE]: 'none' })
    browser.answer(LIST, listOf(moved))
    await confirmReschedule(41)
    expect($rescheduling.get()).toMatchObject({
      step: 'moved',
      appointment: { appt_time: '09:40' },
    })
  })
})

describe('a session that ends while the modal is open', () => {
  it('APPT-03 AUTH-07 the choice is kept and the modal opens with it after the next sign-in', async () => {
    const { browser, confirmReschedule } = await choose({ [MOVE]: refusal(401, 'unauthorized') })
    await confirmReschedule(41)
    expect(browser.left).toEqual(['/login?next=%2Fupcoming-events'])
    browser.reload()
    const after = await load()
    await after.resumeReschedule(41)
    expect(after.$rescheduling.get()).toMatchObject({ step: 'choosing', choice: NEW })
  })

  it('APPT-03 another patient who signs in in this tab gets nothing of it', async () => {
    const { browser } = await choose()
    browser.reload()
    const after = await load()
    await after.resumeReschedule(42)
    expect(after.$rescheduling.get()).toEqual({ step: 'none' })
    browser.reload()
    const again = await load()
    await again.resumeReschedule(41)
    expect(again.$rescheduling.get()).toEqual({ step: 'none' })
  })

  it('APPT-03 a kept choice that was taken meanwhile is deselected with a message', async () => {
    const { browser } = await choose()
    browser.reload()
    browser.answer(SLOTS, ok(slots('09:00')))
    const after = await load()
    await after.resumeReschedule(41)
    expect(after.$rescheduling.get()).toMatchObject({
      choice: undefined,
      problem: { title: 'Failed to update appointment.' },
    })
  })

  it.each(['closing', 'moving'])('APPT-03 after %s nothing is kept', async (how) => {
    const { browser, closeReschedule, confirmReschedule } = await choose()
    if (how === 'closing') closeReschedule()
    else await confirmReschedule(41)
    browser.reload()
    const after = await load()
    await after.resumeReschedule(41)
    expect(after.$rescheduling.get()).toEqual({ step: 'none' })
  })
})

describe('a change in another tab', () => {
  it('APPT-03 the open modal shows the new own time', async () => {
    const { browser, loadAppointments, followList, $rescheduling } = await choose()
    browser.answer(
      LIST,
      listOf(listed({ appt_time: '09:00', starts_at: '2026-12-12T09:00:00.000Z' })),
    )
    browser.answer(SLOTS, ok(slots('09:20', '09:40')))
    await loadAppointments(41)
    await followList()
    expect($rescheduling.get()).toMatchObject({
      appointment: { appt_time: '09:00' },
      choice: NEW,
      times: { groups: [{ times: [{ isOwn: true }, { isFree: true }, { isFree: true }] }] },
    })
  })

  it('APPT-03 a cancellation closes the modal and says so', async () => {
    const { browser, loadAppointments, followList, $rescheduling } = await choose()
    browser.answer(LIST, listOf(listed({ status: 'cancelled' })))
    await loadAppointments(41)
    await followList()
    expect($rescheduling.get()).toMatchObject({
      step: 'refused',
      text: 'This appointment is not booked.',
    })
  })
})
