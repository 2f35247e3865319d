import { vi } from 'vitest'
import { type FakeBrowser, fakeBrowser, ok } from '#tests/unit/booking/store/browser.ts'
import { event, listed, SERVER_NOW, slots } from '#tests/unit/booking/store/samples.ts'

const ID = listed().appointment_id
export const LIST = 'GET /appointments/upcoming-appointments/user/41'
export const MOVE = `PATCH /appointments/${ID}/update`
export const EVENT = 'GET /events/7'
export const SLOTS = 'GET /events/7/slots'
export const NEW = { date: '2026-12-12', time: '09:40' }
export const moved = listed({
  appt_time: '09:40',
  starts_at: '2026-12-12T09:40:00.000Z',
  ends_at: '2026-12-12T10:00:00.000Z',
  version: 1,
})
export const listOf = (...appointments: unknown[]) => ok({ appointments, server_time: SERVER_NOW })

type Stores = typeof import('#booking/store/reschedule.ts') &
  Pick<typeof import('#booking/store/appointments.ts'), 'loadAppointments'>

export async function load(): Promise<Stores> {
  const { loadAppointments } = await import('#booking/store/appointments.ts')
  await loadAppointments(41)
  return { ...(await import('#booking/store/reschedule.ts')), loadAppointments }
}

/** The list with one appointment, at 09:20 of an event with 09:00 and 09:40 free. */
export async function open(
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
export async function choose(over: Parameters<typeof fakeBrowser>[1] = {}) {
  const stores = await open(over)
  await stores.openReschedule(listed())
  stores.chooseNewTime(41, NEW)
  return stores
}
