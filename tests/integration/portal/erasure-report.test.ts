import { expect, it } from 'vitest'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { erasePatient } from '#portal/commands/erase-patient.ts'
import { buildPrivateEvent, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { createFullPatient } from '#tests/integration/portal/full-patient.ts'

const service = perFile(testService)

/** The number of rows of each table of the schema app. */
async function rowsByTable(): Promise<Map<string, number>> {
  const { rows } = await service.db.database.query<{ name: string; n: number }>(
    `select table_name as name,
            (xpath('/row/n/text()', query_to_xml('select count(*) as n from app.' || table_name, false, true, '')))[1]::text::int as n
       from information_schema.tables where table_schema = 'app' and table_type = 'BASE TABLE'`,
  )
  return new Map(rows.map(({ name, n }) => [name, n]))
}

it('OPS-05 an erasure reports the rows of every table that has fewer of them afterwards', async () => {
  const { database } = service.db
  const sealer = createSealer(service.env.keys)
  const eventId = await buildEvent(database)
  const [startsAt = new Date()] = await slotsOf(database, eventId)
  const { profileId } = await createFullPatient(service, 'counted@example.org', {
    eventId,
    startsAt,
  })
  const lodge = await buildPrivateEvent(database, sealer)
  await grantTo(database, lodge, profileId)
  await database.query(
    `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
       values (${lodge.eventId}, ${profileId}, true, true, true, now());
     insert into app.sms_choices (profile_id, at, wants) values (${profileId}, now(), true);
     insert into app.sms_messages (sms_message_id, profile_id, appointment_id, kind, slot_start, queued_at)
       select gen_random_uuid(), profile_id, appointment_id, 'confirmation', slot_start, now() from app.appointments where profile_id = ${profileId};
     insert into app.reminders (appointment_id, kind, slot_start, queued_at)
       select appointment_id, 'week', slot_start, now() from app.appointments where profile_id = ${profileId}`,
  )
  const before = await rowsByTable()
  const done = await erasePatient(
    { database, sealer, identity: accountGateway(service.env.supabase) },
    { profileId, operator: 'Ada Quill', reason: 'asked by letter', apply: true },
  )
  const after = await rowsByTable()
  // Some jobs and audit entries are added as well.
  const gone = [...before].flatMap(([name, rows]) => {
    const fewer = rows - (after.get(name) ?? 0)
    return fewer > 0 && name !== 'jobs' ? [[name, fewer] as const] : []
  })
  expect(gone.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'waiting_entries',
      'access_grants',
      'reminders',
      'sms_choices',
      'sms_messages',
      'appointment_events',
      'booking_networks',
      'account_changes',
    ]),
  )
  expect(done.ok && done.rows).toMatchObject(Object.fromEntries(gone))
})
