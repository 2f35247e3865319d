import { beforeAll, describe, expect, it } from 'vitest'
import {
  cancelAppointment,
  listUpcomingAppointments,
  rescheduleAppointment,
} from '#booking/contract/appointments.ts'
import { confirmAttendance, readReminder } from '#booking/contract/reminders.ts'
import { queueDueReminders } from '#booking/server/reminders.ts'
import { addDays, londonDate, londonInstant } from '#core/rules/time.ts'
import { isToken } from '#core/rules/token.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { exportOwnData } from '#portal/contract/own-data.ts'
import { runSheet } from '#results/commands/run-sheet.ts'
import { buildConsent, buildEvent } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import { bookAt, type LocalPatient, newLocalPatient } from './reminder-people.ts'
import { tokenIn } from './reminder-setup.ts'

const DAY = addDays(londonDate(new Date()), 20)
const MORNING = londonInstant(addDays(DAY, -7), '09:30')

type Reminded = LocalPatient & { readonly token: string; readonly id: string }

const TIMES = ['09:00', '09:10', '09:20', '09:30', '09:40', '09:50'] as const

const service = perFile(testService)
let event: number
/** A second process of the service, a week before the event, which has sent the reminders. */
let later: Awaited<ReturnType<TestService['another']>>
const patients = new Map<string, Reminded>()

const offsetTo = (time: Date) => String(Math.round((time.getTime() - Date.now()) / 1000))

/** Books for everybody before the clock moves: processes of two times would both send a confirmation. */
beforeAll(async () => {
  event = await buildEvent(service.db.database, { event_on: DAY })
  const booked: (LocalPatient & { id: string; time: string })[] = []
  for (const time of TIMES) {
    const patient = await newLocalPatient(service)
    await buildConsent(service.db.database, patient.profileId, DAY)
    const id = await bookAt(patient, { eventId: event, day: DAY, time })
    await service.waitForMails(patient.email, 1)
    booked.push({ ...patient, id, time })
  }
  await service.mailsSettled()
  later = await service.another({ CLOCK_OFFSET_SECONDS: offsetTo(MORNING) })
  await queueDueReminders(later.wiring.database, MORNING)
  for (const patient of booked) {
    const mails = await service.waitForMails(patient.email, 2)
    const reminder = mails.find(({ subject }) => subject.startsWith('Reminder'))
    patients.set(patient.time, { ...patient, token: tokenIn(reminder ?? { text: '' }) })
  }
})

function patientAt(time: (typeof TIMES)[number]): Reminded {
  const patient = patients.get(time)
  if (patient === undefined || !isToken(patient.token)) throw new Error('no reminder was sent')
  return patient
}

/** The event is not one of ESNEFT: no key is needed. */
const sheet = () =>
  runSheet(
    { database: service.db.database, sealer: () => expect.unreachable(), now: new Date() },
    event,
    'csv',
    'Olive Ward',
  )

describe('the link of a reminder', () => {
  it('REM-01 shows the time, changes nothing until ‘I will come’, and then tells the patient and the run sheet', async () => {
    const { token, visitor, profileId } = patientAt('09:00')
    const reader = later.visitor()
    const read = await reader.call(readReminder, { token })
    expect(read.body).toMatchObject({
      state: 'upcoming',
      starts_at: londonInstant(DAY, '09:00').toISOString(),
      may_change: true,
      confirmed_at: null,
    })
    const listed = async () =>
      (await visitor.call(listUpcomingAppointments, { profileId })).body['appointments'] as {
        confirmed_at: string | null
      }[]
    expect((await listed())[0]?.confirmed_at).toBeNull()
    expect(await sheet()).not.toContain(',booked,yes,')
    const confirmed = await reader.call(confirmAttendance, { token })
    expect(confirmed.status).toBe(200)
    const at = confirmed.body['confirmed_at']
    expect(at).toEqual(expect.any(String))
    expect((await reader.call(confirmAttendance, { token })).body['confirmed_at']).toEqual(
      (await reader.call(readReminder, { token })).body['confirmed_at'],
    )
    expect((await listed())[0]?.confirmed_at).toEqual(expect.any(String))
    expect(await sheet()).toContain(',booked,yes,')
    const file = await visitor.call(exportOwnData)
    const sections = file.body['sections'] as { table: string; rows: Record<string, unknown>[] }[]
    const [row] = sections.find(({ table }) => table === 'reminders')?.rows ?? []
    expect(row).toMatchObject({ kind: 'week', confirmed_at: expect.any(String) })
    expect(file.text).not.toContain(token)
  })

  it('REM-01 of a moved or cancelled appointment says so and confirms nothing', async () => {
    const [moved, cancelled] = [patientAt('09:10'), patientAt('09:20')]
    await moved.visitor.call(rescheduleAppointment, {
      appointment_id: moved.id,
      appt_time: '11:00',
    })
    await cancelled.visitor.call(cancelAppointment, { appointment_id: cancelled.id })
    const reader = later.visitor()
    for (const [{ token, profileId }, state] of [
      [moved, 'moved'],
      [cancelled, 'cancelled'],
    ] as const) {
      const read = await reader.call(readReminder, { token })
      expect(read.body['state']).toBe(state)
      // The new time is not for the reader of an old mail.
      expect(read.text).not.toContain(londonInstant(DAY, '11:00').toISOString())
      const answer = await reader.call(confirmAttendance, { token })
      expect([answer.status, answer.body['reason']]).toEqual([409, 'not-upcoming'])
      const { rows } = await service.db.database.query(
        `select from app.reminders r join app.appointments a using (appointment_id)
          where a.profile_id = $1 and r.confirmed_at is not null`,
        [profileId],
      )
      expect(rows).toEqual([])
    }
  })

  it('REM-01 after a move an answer for the earlier time does not count', async () => {
    const { token, visitor, profileId, id } = patientAt('09:30')
    await later.visitor().call(confirmAttendance, { token })
    await visitor.call(rescheduleAppointment, { appointment_id: id, appt_time: '11:10' })
    const { body } = await visitor.call(listUpcomingAppointments, { profileId })
    expect(body['appointments']).toMatchObject([{ appt_time: '11:10', confirmed_at: null }])
  })

  it('REM-01 cannot be confirmed after the start', async () => {
    const { token } = patientAt('09:40')
    const start = londonInstant(DAY, '09:41')
    const after = await service.another({ CLOCK_OFFSET_SECONDS: offsetTo(start) })
    const reader = after.visitor()
    expect((await reader.call(readReminder, { token })).body).toMatchObject({
      state: 'over',
      may_change: false,
    })
    expect((await reader.call(confirmAttendance, { token })).body['reason']).toBe('not-upcoming')
  })

  it('REM-01 without its token says nothing, and guesses are limited per network, right ones are not', async () => {
    const { token, id } = patientAt('09:50')
    const wrong = `${token.slice(0, 42)}${token.endsWith('A') ? 'B' : 'A'}`
    // The last character has four bits that decode to nothing: another one of the same token is another text.
    for (const guess of [wrong, 'x'.repeat(43)]) {
      const answer = await service.visitor('192.0.2.77').call(readReminder, { token: guess })
      expect([answer.status, answer.body['reason']]).toEqual([404, 'link-invalid'])
    }
    const notOne = await service.visitor('192.0.2.77').call(readReminder, { token: id })
    expect(notOne.status).toBe(400)
    await service.db.database.query(
      `update app.rate_limits set used = $1 where limit_name = 'reminderLinkPerNetwork'`,
      [LIMITS.reminderLinkPerNetwork.most],
    )
    const limited = await service.visitor('192.0.2.77').call(readReminder, { token: wrong })
    expect(limited.status).toBe(429)
    expect((await service.visitor('192.0.2.77').call(readReminder, { token })).status).toBe(200)
  })
})
