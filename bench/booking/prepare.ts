import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'

/** A patient with a session, and a place to hold. `number`: from 0. */
export type Patient = { profileId: number; secret: string; number: number }
export type Place = { eventId: number; slot: Date; date: string; time: string }

/** Patients of one hall; all others have networks of their own. */
const HALL = 200

/**
 * The header that a proxy adds: the network of patient `n`. Holds are limited per network, and no real crowd of thousands has
 * only one.
 */
export const networkOf = (n: number) => ({
  'x-forwarded-for': n < HALL ? '192.0.2.1' : `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
})

/** Patients with sessions, inserted in bulk: signing up each would take longer than the measurement. */
export async function createPatients(pool: Pool, count: number): Promise<Patient[]> {
  const secrets = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = secrets.map((secret) => createHash('sha256').update(secret).digest())
  const { rows } = await pool.query<{ profile_id: number }>(
    `with patients as (
       insert into app.profiles (user_id, email, first_name, last_name, birth_date)
       select gen_random_uuid(), 'patient-' || n || '@example.org', 'Arthur', 'Pendle', '1962-01-01'
         from generate_series(1, $1::int) n
       returning profile_id, user_id, email),
     numbered as (select patients.*, row_number() over (order by profile_id) as n from patients),
     opened as (
       insert into app.sessions (secret_hash, user_id, email, device, created_at, last_used_at, absolute_end_at)
       select ($2::bytea[])[n], user_id, email, 'bench', now(), now(), now() + interval '12 hours' from numbered)
     select profile_id from numbered order by n`,
    [count, hashes],
  )
  return rows.map(({ profile_id }, n) => ({
    profileId: profile_id,
    secret: secrets[n] ?? '',
    number: n,
  }))
}

/** Events of slots of ten minutes from 09:00; returns their slots. */
export async function buildPlaces(
  pool: Pool,
  events: number,
  endTime: string,
  placesPerSlot: number,
): Promise<Place[]> {
  const { rows } = await pool.query<{ event_id: number; slot: Date }>(
    `${BY_HAND}, product as (
       insert into app.products (product_name, price_pence) values ('Bench ' || gen_random_uuid(), 0) returning product_id),
     made as (
       insert into app.events (product_id, event_on, start_time, end_time, session_minutes, audience, total_spaces, places_per_slot)
       select product_id, current_date + 60, '09:00', $2::time, 10, 'community', 100000, $3
         from product, generate_series(1, $1::int)
       returning event_id, starts_at, ends_at)
     select event_id, slot from made,
       generate_series(starts_at, ends_at - interval '10 minutes', interval '10 minutes') slot order by 1, 2`,
    [events, endTime, placesPerSlot],
  )
  return rows.map(({ event_id, slot }) => ({
    eventId: event_id,
    slot,
    date: londonDate(slot),
    time: londonTime(slot),
  }))
}
