import { describe, expect, it, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser, ok, refusal } from '#tests/unit/booking/store/browser.ts'
import { listed, SERVER_NOW } from '#tests/unit/booking/store/samples.ts'

const LIST = 'GET /appointments/upcoming-appointments/user/41'
const CANCEL = `PATCH /appointments/${listed().appointment_id}/cancel`
const cancelled = listed({ status: 'cancelled' })

async function open(
  over: Parameters<typeof fakeBrowser>[1] = {},
  one = listed(),
): Promise<typeof import('#booking/store/appointments.ts') & { browser: FakeBrowser }> {
  vi.useFakeTimers({ now: new Date(SERVER_NOW) })
  const browser = fakeBrowser('/upcoming-events', {
    [LIST]: ok({ appointments: [one], server_time: SERVER_NOW }),
    [CANCEL]: ok({ status: 'success', appointment: cancelled, refund: null }),
    ...over,
  })
  const stores = await import('#booking/store/appointments.ts')
  await stores.loadAppointments(41)
  return { browser, ...stores }
}

describe('the change that a reminder leads to', () => {
  it.each([
    ['cancel', 'asking'],
    ['reschedule', 'none'],
    ['anything', 'none'],
  ])('REM-01 ?open=%s opens the dialog once and changes nothing', async (wanted, step) => {
    const { browser, $cancellation } = await open()
    history.replaceState(null, '', `/upcoming-events?open=${wanted}`)
    const { openWantedChange } = await import('#booking/store/watch-appointments.ts')
    const { $rescheduling } = await import('#booking/store/reschedule.ts')
    await openWantedChange()
    expect($cancellation.get().step).toBe(step)
    expect($rescheduling.get().step === 'none').toBe(wanted !== 'reschedule')
    expect(browser.address()).toBe('/upcoming-events')
    expect(browser.sentTo(CANCEL)).toEqual([])
  })
})

describe('Cancel', () => {
  it('APPT-02 asks first, cancels once, reloads the list', async () => {
    const { browser, askToCancel, cancel, $cancellation, $appointments } = await open()
    askToCancel(listed())
    expect($cancellation.get().step).toBe('asking')
    browser.answer(LIST, ok({ appointments: [cancelled], server_time: SERVER_NOW }))
    await Promise.all([cancel(41), cancel(41)])
    expect(browser.sentTo(CANCEL)).toHaveLength(1)
    expect($cancellation.get()).toMatchObject({
      kind: 'done',
      title: 'Appointment Cancelled',
      text: 'Your appointment has been cancelled successfully.',
    })
    expect($appointments.get()).toMatchObject({ appointments: [{ status: 'cancelled' }] })
  })

  it('APPT-02 says when a patient who cancelled too often can try again', async () => {
    const { browser, askToCancel, cancel, $cancellation } = await open()
    askToCancel(listed())
    browser.answer(CANCEL, refusal(429, 'too-many-requests', 'Try again in 3 hours.'))
    await cancel(41)
    expect($cancellation.get()).toMatchObject({
      title: 'Cancellation Failed',
      text: 'Try again in 3 hours.',
    })
  })

  it.each([
    ['2026-11-23T12:00:00.000Z', 'asking'],
    ['2026-11-23T11:59:59.000Z', 'over'],
  ])('APPT-02 cancelling an appointment at %s: %s', async (starts_at, step) => {
    const one = listed({ starts_at })
    const { askToCancel, $cancellation } = await open({}, one)
    askToCancel(one)
    expect($cancellation.get()).toMatchObject(
      step === 'over'
        ? {
            title: 'Cannot cancel',
            text: 'Appointments cannot be cancelled within 48 hours of the scheduled time. Please contact support for assistance',
          }
        : { step },
    )
  })

  it('APPT-02 uses the server’s clock for the 48 hours, with a browser two days behind', async () => {
    const one = listed({ starts_at: '2026-11-23T11:00:00.000Z' })
    const { askToCancel, $cancellation, loadAppointments } = await open({}, one)
    vi.setSystemTime(new Date('2026-11-19T12:00:00.000Z'))
    await loadAppointments(41)
    askToCancel(one)
    expect($cancellation.get()).toMatchObject({ title: 'Cannot cancel' })
  })

  it('APPT-01 does nothing for an appointment that is not booked', async () => {
    const { askToCancel, $cancellation } = await open({}, cancelled)
    askToCancel(cancelled)
    expect($cancellation.get()).toEqual({ step: 'none' })
  })

  it.each([
    ['too-late', 409, 'Cannot cancel'],
    ['failure', 500, 'Cancellation Failed'],
  ])('APPT-02 shows the server’s refusal %s', async (reason, status, title) => {
    const { askToCancel, cancel, $cancellation } = await open({ [CANCEL]: refusal(status, reason) })
    askToCancel(listed())
    await cancel(41)
    expect($cancellation.get()).toMatchObject({ step: 'over', title })
  })

  it('APPT-02 No, keep it changes nothing', async () => {
    const { browser, askToCancel, closeCancellation, cancel } = await open()
    askToCancel(listed())
    closeCancellation()
    await cancel(41)
    expect(browser.sentTo(CANCEL)).toEqual([])
  })
})
