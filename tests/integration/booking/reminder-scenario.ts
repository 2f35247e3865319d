import type { JobDeps } from '#app/jobs/loop.ts'
import { changeDeadline } from '#booking/rules/appointment.ts'
import { dueReminders } from '#booking/rules/reminder.ts'
import { queueDueReminders } from '#booking/server/reminders.ts'
import { addDays, HOUR_MS, londonDate, londonTime } from '#core/rules/time.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'
import { claimJob } from '#core/server/jobs/queue.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { createOutbox, type Outbox, runAll } from './outbox.ts'
import { PATIENTS, type Step } from './reminder-steps.ts'

const LEASE_SECONDS = 60

type World = {
  readonly patients: readonly number[]
  readonly event: number
  readonly slots: readonly Date[]
}

/** New patients and an event nine days ahead with slots in the morning and late in the afternoon. */
export async function createWorld(database: SqlDatabase): Promise<World> {
  await database.query(`select set_config('app.clock_offset', '0', false)`)
  // Reminders are looked for in all appointments: those of an earlier world are over.
  await database.query(
    `update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient' where status = 'booked'`,
  )
  await database.query('delete from app.jobs')
  const patients: number[] = []
  for (let n = 0; n < PATIENTS; n += 1) patients.push(await buildProfile(database))
  const event = await buildEvent(database, {
    event_on: addDays(londonDate(new Date()), 9),
    start_time: '09:00',
    end_time: '18:00',
    session_minutes: 90,
    places_per_slot: PATIENTS,
    total_spaces: 20,
  })
  return { patients, event, slots: await slotsOf(database, event) }
}

type Row = {
  id: string
  profile: number
  status: string
  slot: Date
  told: Date
  email: string
}

const appointmentsOf = async ({ query }: SqlDatabase, event: number): Promise<Row[]> => {
  const { rows } = await query<Row>(
    `select a.appointment_id as id, a.profile_id as profile, a.status, a.slot_start as slot, p.email,
        (select max(at) from app.appointment_events h where h.appointment_id = a.appointment_id and h.action <> 'cancelled') as told
       from app.appointments a join app.profiles p using (profile_id)
      where a.event_id = $1 and a.booked_at is not null`,
    [event],
  )
  return rows
}

const startOf = ({ calendar }: MailMessage) => /DTSTART:(\S+)/.exec(calendar?.ics ?? '')?.[1] ?? ''
const uidOf = ({ calendar }: MailMessage) => /UID:(\S+)/.exec(calendar?.ics ?? '')?.[1] ?? ''
const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
const isReminder = ({ subject }: MailMessage) => subject.startsWith('Reminder')

/** Reminders are sent from 9 to 20 o'clock in London (REM-01). */
const isReminderTime = (at: Date) => londonTime(at) >= '09:00' && londonTime(at) < '20:00'

/** What is wrong with a reminder that leaves at `now`. */
function faultsOfReminder(mail: MailMessage, rows: readonly Row[], now: Date): string[] {
  const row = rows.find(({ id }) => id === uidOf(mail))
  if (row?.status !== 'booked' || startOf(mail) !== utc(row.slot)) {
    return ['a reminder of an appointment that is not so any more']
  }
  const faults: string[] = []
  if (!isReminderTime(now)) faults.push('a reminder at night')
  if (now >= changeDeadline({ startsAt: row.slot })) faults.push('a reminder after the deadline')
  // The clock of the database runs on while the test works.
  if (now.getTime() - row.told.getTime() < 24 * HOUR_MS - 5_000) {
    faults.push('a reminder within a day of the booking')
  }
  return faults
}

/** Which reminder a mail is, by the days until its appointment. */
const kindOf = (mail: MailMessage, rows: readonly Row[], now: Date) => {
  const row = rows.find(({ id }) => id === uidOf(mail))
  return row !== undefined && row.slot.getTime() - now.getTime() > 5 * 24 * HOUR_MS
    ? 'week'
    : 'last'
}

type Game = {
  readonly database: SqlDatabase
  readonly world: World
  readonly outbox: Outbox
  readonly faults: Set<string>
  /** Message-IDs by appointment, kind and time. */
  readonly sent: Map<string, Set<string>>
  hours: number
}

const nowOf = ({ hours }: Game) => new Date(Date.now() + hours * HOUR_MS)

async function recordMail(game: Game, mail: MailMessage): Promise<void> {
  if (!isReminder(mail)) return
  const now = nowOf(game)
  const rows = await appointmentsOf(game.database, game.world.event)
  for (const fault of faultsOfReminder(mail, rows, now)) game.faults.add(fault)
  const key = `${uidOf(mail)} ${kindOf(mail, rows, now)} ${startOf(mail)}`
  game.sent.set(key, (game.sent.get(key) ?? new Set()).add(mail.messageId))
}

/** After a tick in which every mail left: what is due now was sent. */
async function findLost(game: Game): Promise<void> {
  const { database, world, faults, sent } = game
  const { rows: superseded } = await database.query<{ id: string }>(
    `select payload ->> 'appointment_id' as id from app.jobs where superseded_by is not null and payload ->> 'template' = 'reminder'`,
  )
  const now = nowOf(game)
  for (const row of await appointmentsOf(database, world.event)) {
    if (row.status !== 'booked' || superseded.some(({ id }) => id === row.id)) continue
    for (const kind of dueReminders({ startsAt: row.slot, toldAt: row.told }, now)) {
      if (!sent.has(`${row.id} ${kind} ${utc(row.slot)}`)) faults.add('a reminder is lost')
    }
  }
}

async function tick(game: Game, mail: 'leaves' | 'fails' | 'dies'): Promise<void> {
  const { database, outbox } = game
  await queueDueReminders(database, nowOf(game))
  if (mail === 'dies') {
    // The mail of this job may have left; the job was not finished.
    await claimJob(database, ['mail'], LEASE_SECONDS, 'urgent-first')
    return
  }
  const deps: JobDeps = {
    ...(await outbox.depsFor(database)),
    clock: { now: () => nowOf(game), resync: () => Promise.resolve() },
    mail: {
      send: (sending) =>
        mail === 'fails' ? Promise.reject(new Error('no')) : recordMail(game, sending),
    },
  }
  await runAll(deps)
  if (mail === 'fails') return
  // Mails that failed before wait for their next attempt, those of a killed process for the end of their lease.
  await database.query(
    `update app.jobs set run_at = case when last_error is null then run_at else app.clock_now() end, locked_until = null
      where done_at is null`,
  )
  await runAll(deps)
  await findLost(game)
}

async function change(
  { database, world }: Game,
  step: Extract<Step, { patient: number }>,
  key: number,
): Promise<void> {
  const profile = world.patients[step.patient] ?? 0
  if (step.do === 'book') {
    await database.query(`select * from booking.book_slot($1, $2, $3, $4, 'not paid')`, [
      world.event,
      world.slots[step.slot],
      profile,
      `key-${key}`,
    ])
    return
  }
  const { rows } = await database.query<{ id: string }>(
    `select appointment_id as id from app.appointments where profile_id = $1 and status = 'booked'`,
    [profile],
  )
  const [booked] = rows
  if (booked === undefined) return
  const call =
    step.do === 'cancel' ? 'cancel_appointment($1, $2)' : 'reschedule_appointment($1, $2, $3)'
  const slot = step.do === 'cancel' ? [] : [world.slots[step.slot]]
  await database.query(`select booking.${call}`, [booked.id, profile, ...slot])
}

/** Runs a history and returns every violated rule. `database` has one connection. */
export async function runScenario(
  database: SqlDatabase,
  world: World,
  played: readonly Step[],
): Promise<string[]> {
  const faults = new Set<string>()
  const game: Game = { database, world, outbox: createOutbox(), faults, sent: new Map(), hours: 0 }
  for (const [n, step] of played.entries()) {
    if (step.do === 'tick') await tick(game, step.mail)
    else if (step.do === 'wait') {
      game.hours += step.hours
      await database.query(`select set_config('app.clock_offset', $1, false)`, [
        String(game.hours * 3600),
      ])
    } else await change(game, step, n)
  }
  for (const ids of game.sent.values()) if (ids.size > 1) faults.add('the same reminder twice')
  return [...faults]
}
