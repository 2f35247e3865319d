import { sql } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A tube with its patient and its event. */
export type Tube = {
  readonly sampleId: string
  readonly label: string
  readonly state: 'taken' | 'resulted' | 'void' | 'mistaken' | 'spoiled'
  readonly profileId: number
  readonly patientNameSealed: Buffer
  readonly birthDate: IsoDate
  readonly firstName: string
  readonly isVerified: boolean
  readonly eventId: number
  readonly eventName: string | null
  readonly productName: string
  readonly eventOn: IsoDate
  /** A result of it counts: it is neither withdrawn nor replaced. */
  readonly hasResult: boolean
  /** A row of it waits that may have a value (`lab.value_waits`). */
  readonly valueWaits: boolean
}

const tubes = (where: ReturnType<typeof sql>) => sql<Tube>`
  select s.sample_id as "sampleId", s.label, s.state, s.profile_id as "profileId", s.patient_name_sealed as "patientNameSealed",
         s.birth_date as "birthDate", p.first_name as "firstName", p.is_verified as "isVerified", s.event_id as "eventId",
         e.event_name as "eventName", d.product_name as "productName", e.event_on as "eventOn",
         exists (select from app.results r where r.sample_id = s.sample_id and r.state not in ('withdrawn', 'superseded')) as "hasResult",
         lab.value_waits(s.label) as "valueWaits"
    from app.samples s join app.profiles p using (profile_id) join app.events e on e.event_id = s.event_id
    join app.products d on d.product_id = e.product_id
   where ${where}`

export async function findTube({ kysely }: Queries, sampleId: string): Promise<Tube | undefined> {
  const { rows } = await tubes(sql`s.sample_id = ${sampleId}::uuid`).execute(kysely)
  return rows[0]
}

/** The tube that a row with this label is about. */
export async function findTubeOfLabel(
  { kysely }: Queries,
  label: string,
): Promise<Tube | undefined> {
  const { rows } = await tubes(sql`s.sample_id = lab.sample_of_label(${label})`).execute(kysely)
  return rows[0]
}
