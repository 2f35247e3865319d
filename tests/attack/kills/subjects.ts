import { addDays, londonDate, londonTime } from '#core/rules/time.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { Subjects } from './patient.ts'

/** Three events with so few places that the patients often want the same one. */
const FEW_PLACES = [
  { total_spaces: 7 },
  { total_spaces: 12, places_per_slot: 2, end_time: '10:00' },
  { total_spaces: 20, end_time: '10:00', places_per_slot: 3 },
]
/** One place each, at any of twenty times: the index of places does not refuse a second one, only the locked count of the event. */
const ONE_PLACE = Array.from({ length: 3 }, () => ({ total_spaces: 1 }))

export async function buildSubjects(database: SqlDatabase, hasOnePlace = false): Promise<Subjects> {
  const ids: number[] = []
  for (const event of hasOnePlace ? ONE_PLACE : FEW_PLACES)
    ids.push(await buildEvent(database, event))
  const [first, ...others] = await Promise.all(
    ids.map(async (id) => {
      const [time = '', ...more] = (await slotsOf(database, id)).map(londonTime)
      return { id, times: [time, ...more] as const }
    }),
  )
  if (first === undefined) throw new Error('There are no events.')
  return { day: addDays(londonDate(new Date()), 30), events: [first, ...others] }
}
