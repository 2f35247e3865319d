import { describe, expect, it } from 'vitest'
import { ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { event, listed, slots } from '#tests/unit/booking/store/samples.ts'
import {
  choose,
  EVENT,
  LIST,
  listOf,
  MOVE,
  moved,
  NEW,
  open,
  SLOTS,
} from '#tests/unit/portal/store/reschedule-page.ts'

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
    expect(browser.sentTo(MOVE).map(({ body }) => body)).toEqual([
      { appt_time: '09:40', version: 0 },
    ])
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
    ['nhs-number-required', 409, 'Failed to update appointment.'],
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

  it('APPT-03 an appointment that was changed meanwhile is shown as it is now; the next confirmation is a choice against it', async () => {
    const { browser, confirmReschedule, $rescheduling } = await choose({
      [MOVE]: refusal(409, 'appointment-changed', 'Changed meanwhile.'),
    })
    const elsewhere = listed({
      appt_time: '09:00',
      starts_at: '2026-12-12T09:00:00.000Z',
      version: 1,
    })
    browser.answer(LIST, listOf(elsewhere))
    browser.answer(SLOTS, ok(slots('09:20', '09:40')))
    await confirmReschedule(41)
    expect($rescheduling.get()).toMatchObject({
      step: 'choosing',
      appointment: { appt_time: '09:00' },
      choice: NEW,
      problem: {
        title: 'Failed to update appointment.',
        text: 'This appointment has changed in the meantime. Please check its current time before you confirm a new one.',
      },
    })
    browser.answer(MOVE, ok({ status: 'success', appointment: moved }))
    await confirmReschedule(41)
    expect(browser.sentTo(MOVE).map(({ body }) => body['version'])).toEqual([0, 1])
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
