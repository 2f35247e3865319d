import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildConsent, buildEvent, buildProduct, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { buildReleased } from '#tests/fixtures/released-result.ts'
import { servicesAt } from '#tests/integration/booking/booking-setup.ts'
import { inState } from '#tests/integration/payments/payment-scenario.ts'

// One connection: a transaction that failed is rolled back on it.
const test = perFile(() => testDatabase({ poolMax: 1 }))
const query = (sql: string, values?: unknown[]) => test.database.query(sql, values)
let profileId = 0
beforeAll(async () => {
  profileId = await buildProfile(test.database)
})

/** A transaction that makes this change, with the entry before it. */
const change = (sql: string, subject?: string) =>
  query(
    ['begin', ...(subject === undefined ? [] : [entry(subject)]), sql, 'commit'].join(';\n'),
  ).finally(() => query('rollback'))

const entry = (subject: string) =>
  `insert into app.audit_log (at, action, subject) values (now(), 'changed-by-test', '${subject}')`

const NO_ENTRY = `insert into app.audit_log (at, action, subject) select now(), 'x', 'x' where false`

type Case = {
  readonly sql: string
  /** What an entry about the change says. */
  readonly subject: string
  /** Counts the change. */
  readonly done: string
}

/** Changes of the tables whose entries are made by the functions that change them. */
const CASES: Record<string, () => Promise<Case>> = {
  'a new event': async () => ({
    sql: `insert into app.events (event_id, product_id, event_on, start_time, audience, total_spaces)
          values (777, ${await buildProduct(test.database)}, current_date + 9, '09:00', 'community', 9)`,
    subject: 'event:777',
    done: 'select from app.events where event_id = 777',
  }),
  'a changed event': async () => {
    const id = await buildEvent(test.database)
    return {
      sql: `update app.events set city = 'Whitby' where event_id = ${id}`,
      subject: `event:${id}`,
      done: `select from app.events where event_id = ${id} and city = 'Whitby'`,
    }
  },
  'a consent': async () => {
    const id = randomUUID()
    return {
      sql: `insert into app.consents (consent_id, profile_id, test_on, text_version, text_hash, answers_sealed, agreed_at)
            values ('${id}', ${profileId}, current_date, '1.0', 'x', 'x', now())`,
      subject: `consent:${id}`,
      done: `select from app.consents where consent_id = '${id}'`,
    }
  },
  'a deleted consent': async () => {
    await buildConsent(test.database, profileId, '2027-01-09')
    const consents = `from app.consents where profile_id = ${profileId} and test_on = '2027-01-09'`
    return {
      sql: `select set_config('app.append_only', 'erase:${profileId}', true); delete ${consents}`,
      subject: `profile:${profileId}`,
      done: `select where not exists (select ${consents})`,
    }
  },
  'a new member of staff': async () => ({
    sql: `insert into app.staff (staff_id, email, staff_name, name_key, roles, created_at, changed_at)
          values (71, 'new@charity.example', 'Nia New', 'nia new', '{coordinator}', now(), now())`,
    subject: 'staff:71',
    done: 'select from app.staff where staff_id = 71',
  }),
  'another role': async () => {
    await change(
      `insert into app.staff (staff_id, email, staff_name, name_key, roles, created_at, changed_at)
       values (72, 'role@charity.example', 'Rob Role', 'rob role', '{coordinator}', now(), now())`,
      'staff:72',
    )
    return {
      sql: `update app.staff set roles = '{coordinator,administrator}' where staff_id = 72`,
      subject: 'staff:72',
      done: `select from app.staff where staff_id = 72 and 'administrator' = any(roles)`,
    }
  },
}

describe('a change without its entry in the audit log', () => {
  it.each(Object.entries(CASES))('AUD-03 fails as a whole: %s', async (_, begin) => {
    const { sql, subject, done } = await begin()
    const isDone = async () => (await query(done)).rowCount
    await expect(change(sql)).rejects.toThrow('AUD-03')
    await expect(change(sql, `${subject}0`)).rejects.toThrow('AUD-03')
    const undone = `savepoint s; ${entry(subject)}; rollback to savepoint s; ${sql}`
    await expect(change(undone)).rejects.toThrow('AUD-03')
    expect(await isDone()).toBe(0)
    // A statement that adds no entry takes none away.
    await change(`${sql}; ${NO_ENTRY}`, subject)
    expect(await isDone()).toBe(1)
  })

  it('AUD-03 an entry counts in its own transaction only, and a change of several events has one entry', async () => {
    const id = await buildEvent(test.database)
    await query(entry(`event:${id}`))
    const sql = `update app.events set city = 'Goole' where event_id = ${id}`
    await expect(change(sql)).rejects.toThrow('AUD-03')
    await change(sql, 'events:0 created, 1 updated')
  })

  it('AUD-03 each part of a transaction is checked when it ends, and its entries do not count for the next', async () => {
    const id = await buildEvent(test.database)
    const own = entry(`event:${id}`)
    const move = (city: string) => `update app.events set city = '${city}' where event_id = ${id}`
    const settle = 'select app.settle_audited()'
    await change([own, move('Selby'), settle, own, move('Ripon'), settle].join(';\n'))
    await expect(change([move('Otley'), settle, 'rollback'].join(';\n'))).rejects.toThrow('AUD-03')
    await expect(change([own, settle, move('Otley')].join(';\n'))).rejects.toThrow('AUD-03')
  })

  it('AUD-03 the check takes as long beside 20,000 other entries: a laboratory file of 100,000 rows is one transaction', async () => {
    const id = await buildEvent(test.database)
    const changes = `do $$ begin for n in 1..500 loop update app.events set city = 'City ' || n where event_id = ${id}; end loop; end $$`
    const timeBeside = async (others: number) => {
      await query('begin')
      await query(
        `insert into app.audit_log (at, action, subject) select now(), 'x', 'sample:' || gen_random_uuid() from generate_series(1, ${others})`,
      )
      await query(`${entry(`event:${id}`)}; ${changes}`)
      const start = performance.now()
      await query('set constraints all immediate')
      const time = performance.now() - start
      await query('rollback')
      return time
    }
    const [alone, first, again] = [
      await timeBeside(0),
      await timeBeside(20_000),
      await timeBeside(20_000),
    ]
    expect(Math.min(first, again)).toBeLessThan(3 * alone + 200)
  })

  it('AUD-03 without its trigger such a change passes', async () => {
    const id = await buildEvent(test.database)
    await query('alter table app.events disable trigger events_audited_update')
    await change(`update app.events set city = 'Filey' where event_id = ${id}`)
    await query('alter table app.events enable trigger events_audited_update')
  })
})

/** The tables whose entries the database makes itself: the subject of a row, its trigger, and a change of it. */
async function ownEntries() {
  const { sampleId, resultId } = await buildReleased(
    test.database,
    servicesAt(test, new Date().toISOString()).sealer,
    profileId,
  )
  const { paymentId } = await inState(test.database, 'refund_due')
  return {
    samples: {
      subject: `sample:${sampleId}`,
      trigger: 'samples_audit_update',
      sql: `update app.samples set state = 'resulted' where sample_id = '${sampleId}'`,
    },
    results: {
      subject: `result:${resultId}`,
      trigger: 'results_audit_update',
      sql: `select lab.hold('${resultId}', 'Bea Doctor, clinician', 'a question')`,
    },
    refunds: {
      subject: `payment:${paymentId}`,
      trigger: 'refunds_audit_update',
      sql: `select booking.finish_refund(refund_id, 'pending', 'R1', null) from app.refunds where payment_id = '${paymentId}'`,
    },
  }
}

it('AUD-03 samples, results and refunds get their entry from the database; without it their change fails as a whole', async () => {
  for (const [table, { subject, trigger, sql }] of Object.entries(await ownEntries())) {
    const entries = async () =>
      (await query('select from app.audit_log where subject = $1', [subject])).rowCount ?? 0
    const before = await entries()
    await query(`alter table app.${table} disable trigger ${trigger}`)
    await expect(query(sql), table).rejects.toThrow('AUD-03')
    await query(`alter table app.${table} enable trigger ${trigger}`)
    await query('alter table app.audit_log add constraint full_disk check (false) not valid')
    await expect(query(sql), table).rejects.toThrow('full_disk')
    await query('alter table app.audit_log drop constraint full_disk')
    await query(sql)
    expect(await entries(), table).toBe(before + 1)
  }
})
