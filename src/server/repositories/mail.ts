import type { Database } from '#server/database/database.ts'

type Queries = Pick<Database, 'query'>

/** What a mail about an appointment says, read when it is sent. */
export type MailedAppointment = {
  readonly appointmentId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly email: string
  readonly firstName: string
  readonly eventName: string | null
  readonly emailTemplate: string | null
  readonly addressParts: readonly (string | null)[]
}

/** The appointment with its patient and place, or undefined when it is gone. */
export async function findMailedAppointment(
  db: Queries,
  appointmentId: string,
): Promise<MailedAppointment | undefined> {
  const { rows } = await db.query<MailedAppointment>(
    `select a.appointment_id as "appointmentId", a.slot_start as "startsAt", a.slot_end as "endsAt",
            m.email, m.first_name as "firstName",
            e.event_name as "eventName", p.email_template as "emailTemplate",
            array[e.address_line_1, e.address_line_2, e.city, e.postcode, e.country] as "addressParts"
       from app.appointments a
       join app.events e using (event_id)
       join app.products p using (product_id)
       join app.profiles m on m.profile_id = a.profile_id
      where a.appointment_id = $1`,
    [appointmentId],
  )
  return rows[0]
}

/** Whom a verification mail goes to, or undefined when the profile is gone or verified already. */
export async function findUnverified(
  db: Queries,
  profileId: number,
): Promise<{ email: string; firstName: string } | undefined> {
  const { rows } = await db.query<{ email: string; firstName: string }>(
    `select email, first_name as "firstName" from app.profiles where profile_id = $1 and not is_verified`,
    [profileId],
  )
  return rows[0]
}

/** Keeps the SHA-256 of a new verification token for so many days; the profile's earlier unused ones end (AUTH-12). */
export async function replaceVerification(
  db: Queries,
  profileId: number,
  tokenHash: Buffer,
  days: number,
): Promise<void> {
  await db.query(
    `with ended as (
       update app.email_verifications set expires_at = app.clock_now()
        where profile_id = $1 and used_at is null and expires_at > app.clock_now())
     insert into app.email_verifications (token_hash, profile_id, expires_at)
     values ($2, $1, app.clock_now() + make_interval(days => $3))`,
    [profileId, tokenHash, days],
  )
}
