import { describe, expect, it, vi } from 'vitest'
import { type FakeBrowser, ok } from '#tests/unit/booking/store/browser.ts'
import { event, listed, slots } from '#tests/unit/booking/store/samples.ts'
import {
  choose,
  EVENT,
  LIST,
  listOf,
  load,
  MOVE,
  moved,
  NEW,
  SLOTS,
} from '#tests/unit/portal/store/reschedule-page.ts'

describe('a session that ends while the modal is open', () => {
  it('APPT-03 AUTH-07 the choice is kept and the modal opens with it after the next sign-in', async () => {
    const { browser } = await choose()
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
  it('APPT-03 the open modal shows the new own time and says that it was changed; a reload too', async () => {
    const { browser, loadAppointments, followList, $rescheduling } = await choose()
    browser.answer(
      LIST,
      listOf(listed({ appt_time: '09:00', starts_at: '2026-12-12T09:00:00.000Z', version: 1 })),
    )
    browser.answer(SLOTS, ok(slots('09:20', '09:40')))
    await loadAppointments(41)
    await followList()
    expect($rescheduling.get()).toMatchObject({
      appointment: { appt_time: '09:00' },
      choice: NEW,
      problem: { title: 'Appointment changed' },
      times: { groups: [{ times: [{ isOwn: true }, { isFree: true }, { isFree: true }] }] },
    })
    browser.reload()
    const after = await load()
    await after.resumeReschedule(41)
    expect(after.$rescheduling.get()).toMatchObject({
      choice: NEW,
      problem: { title: 'Appointment changed' },
    })
  })

  it('APPT-03 a change to the chosen time leaves no choice', async () => {
    const { browser, loadAppointments, followList, $rescheduling } = await choose()
    browser.answer(LIST, listOf(moved))
    await loadAppointments(41)
    await followList()
    expect($rescheduling.get()).toMatchObject({
      appointment: { appt_time: '09:40' },
      choice: undefined,
      problem: { title: 'Appointment changed' },
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

describe('the times of an open modal, asked for twice', () => {
  /** The next answer with the slots waits for `arrive`. */
  function hold(browser: FakeBrowser, ...times: string[]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const until = browser.sentTo(SLOTS).length + 1
    browser.answer(SLOTS, async () => {
      await promise
      return ok(slots(...times))
    })
    return {
      arrive: () => resolve(),
      isAsked: () => vi.waitFor(() => expect(browser.sentTo(SLOTS)).toHaveLength(until)),
    }
  }

  it('APPT-03 an older answer that arrives later changes nothing', async () => {
    const { browser, loadNewTimes, $rescheduling } = await choose()
    const older = hold(browser, '09:00')
    const first = loadNewTimes()
    await older.isAsked()
    browser.answer(SLOTS, ok(slots('09:00', '09:40')))
    await loadNewTimes()
    older.arrive()
    await first
    expect($rescheduling.get()).toMatchObject({
      choice: NEW,
      problem: undefined,
      times: { groups: [{ times: [{ isFree: true }, { isOwn: true }, { isFree: true }] }] },
    })
  })

  it.each([
    ['the chosen time is taken', (browser: FakeBrowser) => hold(browser, '09:00')],
    [
      'the event is cancelled',
      (browser: FakeBrowser) => {
        browser.answer(EVENT, ok(event({ cancelled: true })))
        return hold(browser, '09:00')
      },
    ],
  ])(
    'APPT-03 an answer that %s does not interrupt a change that is sent',
    async (_title, answer) => {
      const { browser, loadNewTimes, confirmReschedule, $rescheduling } = await choose()
      const times = answer(browser)
      const reading = loadNewTimes()
      await times.isAsked()
      const { promise, resolve } = Promise.withResolvers<void>()
      browser.answer(MOVE, async () => {
        await promise
        return ok({ status: 'success', appointment: moved })
      })
      const moving = confirmReschedule(41)
      times.arrive()
      await reading
      expect($rescheduling.get()).toMatchObject({
        step: 'sending',
        choice: NEW,
        problem: undefined,
      })
      resolve()
      await moving
      expect($rescheduling.get()).toMatchObject({ step: 'moved' })
    },
  )
})
