import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { comparedName } from '#core/rules/lab-key.ts'
import { addDays, type IsoDate } from '#core/rules/time.ts'
import type { LabCells } from '#results/rules/lab-row.ts'
import { labelOf } from '#results/rules/sample-label.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { cellsOf, ROW_FAULT_NAMES, ROW_FAULTS, type Tube } from '#tests/fixtures/lab-rows.ts'

/** A row of the file, whose value it has, and why it must wait; without reasons it must be taken over. */
export type SentRow = {
  readonly cells: LabCells
  readonly owner: number
  readonly reasons: readonly string[]
}

const SURNAMES =
  "Harbour O'Brien OBrien Smith-Jones Müller Muller King De-la-Cruz Łuczak Ferry".split(' ')
const FORENAMES = 'Alan Basil Cyril Denis Edwin Frank Giles Henry Ivor Jonas Jörg Karl'.split(' ')
const LABORATORY = 'Northgate Pathology'
const BODY = '0123456789ABCDEFGHJKMNPQRTUVWX'

function labelNumber(number: number): string {
  let body = ''
  for (let at = 0, left = number; at < 6; at += 1, left = Math.floor(left / BODY.length)) {
    body = `${BODY[left % BODY.length]}${body}`
  }
  return labelOf(body)
}

/** Patients `from` to `to`: families of twelve with one birth date, whose names differ little. */
function tubes(from: number, to: number, takenOn: IsoDate): Tube[] {
  return Array.from({ length: to - from }, (_, at) => {
    const number = from + at
    return {
      profileId: number,
      label: labelNumber(number),
      surname: SURNAMES[Math.floor(number / 12) % SURNAMES.length] ?? '',
      forename: FORENAMES[number % 12] ?? '',
      birthDate: addDays('1946-12-05', Math.floor(number / 12) % 12_000),
      takenOn,
      laboratory: LABORATORY,
    }
  })
}

/** Inserts events, patients, attended appointments and tubes: `events` × `perEvent`. Answers the tubes. */
export async function fill(
  client: Client,
  { events, perEvent, takenOn }: { events: number; perEvent: number; takenOn: IsoDate },
): Promise<Tube[]> {
  await client.query(
    `insert into app.products (product_name) values ('bench');
     insert into app.labs (lab_name, lab_key) values ('${LABORATORY}', '${comparedName(LABORATORY)}')`,
  )
  const all: Tube[] = []
  for (let event = 0; event < events; event += 1) {
    const first = 200_000 + event * perEvent
    const some = tubes(first, first + perEvent, takenOn)
    const column = (key: keyof Tube) => some.map((tube) => tube[key])
    const ids = some.map(() => randomUUID())
    await client.query(
      `${BY_HAND}, e as (
         insert into app.events (event_on, start_time, end_time, session_minutes, product_id, audience, total_spaces, places_per_slot, lab_name)
         select $1, '08:00', '20:00', 10, product_id, 'community', 500, 500, '${LABORATORY}' from app.products limit 1 returning event_id, starts_at),
       p as (
         insert into app.profiles (profile_id, user_id, email, first_name, last_name, birth_date)
         select n, gen_random_uuid(), 'bench' || n || '@example.org', f, s, b
           from unnest($2::bigint[], $3::text[], $4::text[], $5::date[]) as v (n, f, s, b) returning profile_id),
       a as (
         insert into app.appointments (appointment_id, event_id, profile_id, slot_start, slot_end, place_no, status, booked_at, idempotency_key)
         select v.id, e.event_id, v.n, e.starts_at, e.starts_at + interval '10 minutes', v.place, 'attended', e.starts_at, 'bench'
           from unnest($6::uuid[], $2::bigint[]) with ordinality as v (id, n, place), e, (select count(*) from p) made returning *)
       insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
       select appointment_id, profile_id, booked_at, 'booked', slot_start, 'patient' from a`,
      [
        takenOn,
        column('profileId'),
        column('forename'),
        column('surname'),
        column('birthDate'),
        ids,
      ],
    )
    await client.query(
      `insert into app.samples (sample_id, label, appointment_id, profile_id, event_id, lab_id, surname_key, forename_key, birth_date,
         patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by)
       select gen_random_uuid(), v.label, v.id, a.profile_id, a.event_id, 1, v.s, v.f, v.b, 'x', a.slot_start, 'Bea Lund, phlebotomist', now(),
         'Bea Lund, phlebotomist'
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::date[]) as v (id, label, s, f, b)
         join app.appointments a on a.appointment_id = v.id`,
      [
        ids,
        column('label'),
        some.map(({ surname }) => comparedName(surname)),
        some.map(({ forename }) => comparedName(forename)),
        column('birthDate'),
      ],
    )
    all.push(...some)
  }
  return all
}

/** Every kind of fault in the file. */
export const KINDS = [...ROW_FAULT_NAMES, 'of another', 'twice'] as const

/** The rows of a faulty tube; `value` and `other` are used nowhere else. */
function faultyRows(
  kind: (typeof KINDS)[number],
  tube: Tube,
  neighbour: Tube,
  [value, other]: readonly [string, string],
): SentRow[] {
  const cells = cellsOf(tube, value)
  const owner = tube.profileId
  if (kind === 'twice') {
    const reasons = ['label-twice-in-file']
    return [
      { cells, owner, reasons },
      { cells: { ...cells, value: other }, owner, reasons },
    ]
  }
  if (kind === 'of another') {
    const reasons = [
      ...(neighbour.birthDate === tube.birthDate ? [] : ['birth-date-differs']),
      ...(comparedName(neighbour.surname) === comparedName(tube.surname)
        ? []
        : ['surname-differs']),
      ...(comparedName(neighbour.forename) === comparedName(tube.forename)
        ? []
        : ['forename-differs']),
    ]
    const swapped = { ...cellsOf(neighbour, value), label: tube.label }
    return [{ cells: swapped, owner: neighbour.profileId, reasons }]
  }
  const { change, reasons } = ROW_FAULTS[kind]
  // Without a forename the rest of the family are namesakes.
  const all = kind === 'no name' ? [...reasons, 'namesake-tube'] : reasons
  return [{ cells: { ...cells, ...change(cells) }, owner, reasons: all }]
}

/** One row per tube, every twentieth of them faulty, in turn with every fault; each value is used once. */
export function rowsOf(all: readonly Tube[]): SentRow[] {
  let used = 0
  const value = () => {
    used += 1
    return (0.1 + used * 0.0001).toFixed(4)
  }
  let unknown = 0
  return all.flatMap((tube, at) => {
    if (at % 20 !== 0)
      return [{ cells: cellsOf(tube, value()), owner: tube.profileId, reasons: [] }]
    const kind = KINDS[(at / 20) % KINDS.length] ?? 'twice'
    // A neighbour of the same family, who has a row of their own.
    const neighbour = all[at + 1] ?? tube
    const rows = faultyRows(kind, tube, neighbour, [value(), value()])
    if (kind !== 'label unknown') return rows
    unknown += 1
    const label = labelNumber(24_000_000 + unknown)
    return rows.map((row) => ({ ...row, cells: { ...row.cells, label } }))
  })
}
