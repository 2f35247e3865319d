import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type JobDeps, runNextJob } from '#app/jobs/loop.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { MailMessage } from '#core/server/gateways/mail.ts'
import { canBeBooked } from '#events/rules/event.ts'
import { MOST_NOTICED, NOTICE_EVERY_MS } from '#events/rules/event-notices.ts'
import { enqueueAnnouncements } from '#events/server/database/event-notices.ts'
import { findEventsById } from '#events/server/database/events.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { createOutbox, runAll } from '#tests/integration/booking/outbox.ts'

const MINUTE = 60_000
const EMAIL = 'reader@example.org'
const IPSWICH = { city: 'Ipswich', postcode: 'IP1 1AA', latitude: null, longitude: null }

const test = perFile(() => testDatabase({ poolMax: 1 }))
let db: SqlDatabase

beforeAll(async () => {
  // One connection, whose clock the tests move.
  db = test.database
})

let publications = 0

/** The minutes since the beginning, on the clock of the database. */
const at = (minutes: number) =>
  db.query(`select set_config('app.clock_offset', $1, false)`, [String(minutes * 60)])

beforeEach(async () => {
  await at(0)
  await db.query('delete from app.jobs')
  await db.query('delete from app.subscriptions')
  await subscribe(EMAIL)
})

async function subscribe(email: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into app.subscriptions (email, name, hear_about_event, kind, district, asked_at, confirmed_at)
     values ($1, '', false, 'events-near', 'IP4', app.clock_now(), now()) returning subscription_id as id`,
    [email],
  )
  return rows[0]?.id ?? 0
}

/** Imports new events, as one file. */
async function publish(count: number, over = {}): Promise<number[]> {
  publications += 1
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const ref = `${publications}-${n}`
    ids.push(
      await buildEvent(db, {
        ...IPSWICH,
        external_ref: ref,
        event_name: `Evening ${ref}.`,
        event_on: addDays(londonDate(new Date()), 30 + n),
        ...over,
      }),
    )
  }
  await enqueueAnnouncements(db, ids)
  return ids
}

type Sent = MailMessage & { readonly sentAt: Date }

/** A job loop whose mails carry the time at which they left. */
async function loop(): Promise<{
  deps: JobDeps
  sent: Sent[]
  outbox: ReturnType<typeof createOutbox>
}> {
  const outbox = createOutbox()
  const base = await outbox.depsFor(db)
  const sent: Sent[] = []
  const send = async (message: MailMessage) => {
    await base.mail.send(message)
    sent.push({ ...message, sentAt: base.clock.now() })
  }
  return { deps: { ...base, mail: { send } }, sent, outbox }
}

const eventsIn = (mail: MailMessage) =>
  [...mail.text.matchAll(/\/event\/(\d+)/g)].map(([, id]) => Number(id))

async function runAt(minutes: number, deps: JobDeps): Promise<void> {
  await at(minutes)
  await deps.clock.resync()
  await runAll(deps)
}

describe('notices of new events', () => {
  it('EVL-10 a season of 40 events in several imports is one mail now and one an hour later', async () => {
    const { deps, sent } = await loop()
    const first = await publish(12)
    await runAt(1, deps)
    const later = [...(await publish(14)), ...(await publish(13)), ...(await publish(1))]
    for (const minute of [2, 20, 40, 60]) await runAt(minute, deps)
    expect(sent.map(({ subject }) => subject)).toEqual(['12 new events near you'])
    await runAt(62, deps)
    expect(sent.map(({ subject }) => subject)).toEqual([
      '12 new events near you',
      '28 new events near you',
    ])
    expect(eventsIn(sent[0] as Sent)).toEqual(first)
    // By start, as many as a mail names, and the number of the others.
    expect(eventsIn(sent[1] as Sent)).toHaveLength(MOST_NOTICED)
    expect(sent[1]?.text).toContain('Here are the first 20 of 28.')
    expect(sent[1]?.text).toContain('/book-event-main?location=IP4')
    expect(later).toHaveLength(28)
    await runAt(600, deps)
    expect(sent).toHaveLength(2)
  })

  it('EVL-10 an event that cannot be booked when the mail is written is left out; a mail with nothing in it is not sent', async () => {
    const { deps, sent } = await loop()
    await publish(1)
    await runAt(1, deps)
    const [open] = await publish(1)
    await publish(1, { total_spaces: 0 })
    await publish(1, { session_minutes: null, end_time: null })
    await publish(1, { event_on: addDays(londonDate(new Date()), 1), start_time: '00:05' })
    await publish(1, { is_private: true })
    const [cancelled, filled] = await publish(2)
    await runAt(10, deps)
    await db.query(`${BY_HAND} update app.events set cancelled_at = now() where event_id = $1`, [
      cancelled,
    ])
    await db.query(`${BY_HAND} update app.events set total_spaces = 0 where event_id = $1`, [
      filled,
    ])
    await runAt(70, deps)
    expect(sent).toHaveLength(2)
    expect(sent[1]?.subject).toBe('A new event near you')
    expect(eventsIn(sent[1] as Sent)).toEqual([open])
    await publish(3, { total_spaces: 0 })
    await runAt(140, deps)
    await runAt(300, deps)
    expect(sent).toHaveLength(2)
    // The empty mail did not delay the next one.
    await publish(1)
    await runAt(301, deps)
    expect(sent).toHaveLength(3)
  })

  it('EVL-10 after the end of the subscription nothing is sent, and a new beginning has new events only', async () => {
    const { deps, sent } = await loop()
    await publish(1)
    await runAt(1, deps)
    await publish(2)
    await runAt(5, deps)
    await db.query('update app.subscriptions set ended_at = app.clock_now()')
    await runAt(70, deps)
    expect(sent).toHaveLength(1)
    await db.query('update app.subscriptions set ended_at = null, confirmed_at = now()')
    const [next] = await publish(1)
    await runAt(71, deps)
    expect(sent.slice(1).map(eventsIn)).toEqual([[next]])
  })

  it('EVL-10 a mail that is written again after a fault has the same events and the same Message-ID; none is told twice', async () => {
    const { deps, sent, outbox } = await loop()
    const first = await publish(2)
    outbox.sendError = new Error('no connection')
    await runAt(1, deps)
    await publish(1)
    outbox.sendError = undefined
    await runAt(5, deps)
    expect(sent.map(eventsIn)).toEqual([first])
    // The process died before the job was done: the next one writes the mail again.
    await db.query(
      `update app.jobs set done_at = null, locked_until = null where payload ->> 'mail' = '0'`,
    )
    await runAt(6, deps)
    expect(sent.map(eventsIn)).toEqual([first, first])
    expect(sent[1]?.messageId).toBe(sent[0]?.messageId)
    // Announced again, an event is not new.
    await db.query(`update app.jobs set done_at = null where kind = 'announce-event'`)
    await runAt(70, deps)
    expect(sent.slice(2).map((mail) => eventsIn(mail).length)).toEqual([1])
    await runAt(200, deps)
    expect(sent).toHaveLength(3)
  })

  it('EVL-10 two processes write each mail once', async () => {
    await at(0)
    const seven = []
    for (let n = 0; n < 7; n += 1) seven.push(await subscribe(`reader-${n}@example.org`))
    await publish(3)
    await publish(2)
    const outbox = createOutbox()
    const processes = [test.open({ poolMax: 2 }), test.open({ poolMax: 2 })]
    const loops = await Promise.all(processes.map((database) => outbox.depsFor(database)))
    for (let idle = 0; idle < 2; ) {
      const ran = await Promise.all(loops.map((deps) => runNextJob(deps)))
      idle = ran.includes(true) ? 0 : idle + 1
    }
    const told = outbox.sent.map(({ to }) => to)
    // Each subscriber got one mail; what it does not have follows within the hour.
    expect(told.toSorted()).toEqual([...new Set(told)].toSorted())
    expect(told).toHaveLength(8)
  })
})

type Step = { readonly afterMinutes: number; readonly events: number; readonly isFaulty: boolean }

/** Publishes at random times beside the subscriber, looks for work every few minutes, and returns what was sent. */
async function scenario(steps: readonly Step[]): Promise<{ sent: Sent[]; published: number[] }> {
  const { deps, sent, outbox } = await loop()
  const published: number[] = []
  let minute = 0
  const runUntil = async (end: number) => {
    for (; minute < end; minute += 5) await runAt(minute, deps)
    minute = end
  }
  for (const { afterMinutes, events, isFaulty } of steps) {
    await runUntil(minute + afterMinutes)
    outbox.sendError = isFaulty ? new Error('no connection') : undefined
    published.push(...(await publish(events)))
    await runAt(minute, deps)
  }
  outbox.sendError = undefined
  await runUntil(minute + 200)
  return { sent, published }
}

function check({ sent, published }: { sent: readonly Sent[]; published: readonly number[] }): void {
  for (const [n, mail] of sent.entries()) {
    const before = sent[n - 1]
    if (before === undefined) continue
    const gap = mail.sentAt.getTime() - before.sentAt.getTime()
    // The clock of the tests runs on while a job works.
    expect(gap, 'time between two mails').toBeGreaterThan(NOTICE_EVERY_MS - MINUTE)
  }
  expect(sent.flatMap(eventsIn).toSorted((a, b) => a - b)).toEqual(published)
}

const steps = fc.array(
  fc.record({
    afterMinutes: fc.integer({ min: 0, max: 90 }),
    events: fc.integer({ min: 1, max: 3 }),
    isFaulty: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
)

describe('whenever events are published', () => {
  it('EVL-10 there is an hour between two mails, and each event is told once', async () => {
    await fc.assert(
      fc
        .asyncProperty(steps, async (random) => check(await scenario(random)))
        .beforeEach(async () => {
          await at(0)
          await db.query('delete from app.jobs')
          await db.query('delete from app.subscriptions')
          await subscribe(EMAIL)
        }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('EVL-10 control: without the time of the last mail the check fails', async () => {
    await db.query(`create function public.forget() returns trigger language plpgsql as
      $$ begin new.noticed_at := null; new.noticed_mail := null; return new; end $$;
      create trigger forget before update on app.subscriptions for each row execute function public.forget()`)
    const quick = [10, 10, 10].map((afterMinutes) => ({ afterMinutes, events: 1, isFaulty: false }))
    const found = await scenario(quick)
    await db.query('drop trigger forget on app.subscriptions; drop function public.forget()')
    expect(() => check(found)).toThrow('time between two mails')
  })

  it('EVL-10 control: the events of the tests can be booked', async () => {
    const now = (await databaseClock(db)).now()
    const events = await findEventsById(db, await publish(3), now)
    expect(events.map((event) => canBeBooked(event, now))).toEqual([true, true, true])
  })
})
