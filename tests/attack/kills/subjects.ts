import { addDays, londonDate, londonTime } from '#domain/time.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { Subjects } from './patient.ts'

/** Three events with so few places that the patients often want the same one. */
export async function buildSubjects(database: SqlDatabase): Promise<Subjects> {
  const ids = [
    await buildEvent(database, { total_spaces: 7 }),
    await buildEvent(database, { total_spaces: 12, places_per_slot: 2, end_time: '10:00' }),
    await buildEvent(database, { total_spaces: 20, end_time: '10:00', places_per_slot: 3 }),
  ]
  const [first, ...others] = await Promise.all(
    ids.map(async (id) => {
      const [time = '', ...more] = (await slotsOf(database, id)).map(londonTime)
      return { id, times: [time, ...more] as const }
    }),
  )
  if (first === undefined) throw new Error('There are no events.')
  return { day: addDays(londonDate(new Date()), 30), events: [first, ...others] }
}
