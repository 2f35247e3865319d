import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { londonDate } from '#core/rules/time.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'
import { bookPast } from '#tests/integration/results/lab-setup.ts'

const PEOPLE = [
  { surname: 'Marlow', forename: 'Gareth', birthDate: '1958-04-12' },
  { surname: 'Pendle', forename: 'Arthur', birthDate: '1961-02-03' },
  { surname: 'Quayle', forename: 'Desmond', birthDate: '1949-11-30' },
]

/** An event of today with three patients who have consented; the reference of the first, and a label. */
export async function newEveningOfToday(dataDir: string) {
  const { database: url } = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as {
    database: string
  }
  const database = openSqlDatabase({ url, poolMax: 1 })
  try {
    const day = londonDate(new Date())
    const event = await buildEvent(database, {
      event_on: day,
      event_name: 'Harbour Hall screening',
      start_time: '18:00',
      end_time: '18:15',
      session_minutes: 5,
      places_per_slot: 1,
      total_spaces: PEOPLE.length,
      lab_name: 'Northgate Pathology',
    })
    const [first] = await bookPast(database, event, PEOPLE, day)
    return {
      event,
      reference: referenceNumber(first?.appointmentId ?? ''),
      label: randomLabel(Math.random),
    }
  } finally {
    await database.close()
  }
}
