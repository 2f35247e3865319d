import { expect, it, vi } from 'vitest'
import { fakeBrowser, ok, type Reply, refusal } from '#tests/unit/booking/store/browser.ts'
import { listed } from '#tests/unit/booking/store/samples.ts'

const LIST = 'GET /appointments/past-appointments/user/41'

async function open(reply: Reply) {
  const browser = fakeBrowser('/upcoming-events', { [LIST]: reply })
  const stores = await import('#booking/store/past-appointments.ts')
  await stores.loadPastAppointments(41)
  return { browser, ...stores }
}

it('APPT-01 lists the past appointments in the order of the answer', async () => {
  const appointments = [listed({ appt_date: '2026-10-10' }), listed({ appt_date: '2026-09-12' })]
  const { $pastAppointments } = await open(ok({ appointments }))
  expect($pastAppointments.get()).toEqual({ state: 'loaded', appointments })
})

it('APPT-01 a list that does not load can be loaded again', async () => {
  const { browser, $pastAppointments, loadPastAppointments } = await open(refusal(500, 'failure'))
  expect($pastAppointments.get()).toEqual({ state: 'failed' })
  browser.answer(LIST, ok({ appointments: [] }))
  await loadPastAppointments(41)
  expect($pastAppointments.get()).toEqual({ state: 'loaded', appointments: [] })
})

it('APPT-01 the answer to an outdated request is dropped', async () => {
  const { browser, $pastAppointments, loadPastAppointments } = await open(ok({ appointments: [] }))
  const answers: ((reply: Reply) => void)[] = []
  browser.answer(LIST, () => new Promise((resolve) => answers.push(resolve)))
  const loads = [loadPastAppointments(41), loadPastAppointments(41)]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  const newer = [listed({ appt_date: '2026-10-10' })]
  answers[1]?.(ok({ appointments: newer }))
  await loads[1]
  answers[0]?.(refusal(500, 'failure'))
  await loads[0]
  expect($pastAppointments.get()).toEqual({ state: 'loaded', appointments: newer })
})
