import { randomUUID } from 'node:crypto'
import type { SamplePatient } from '../runtime/records.ts'
import { eventsOf, profileIdOf, timesOf } from './answers.ts'
import { SAMPLE_ANSWERS } from './consent.ts'
import type { DatedEvent } from './events.ts'
import type { Person } from './people.ts'
import { Refused, type Visitor } from './site-client.ts'

/** Signs a patient up, or in if the account exists, and completes the profile; repeatable. */
export async function enrol(
  visitor: Visitor,
  person: Person,
  password: string,
): Promise<SamplePatient> {
  const { email, firstName } = person
  const session = await visitor
    .post('/auth/sign-up', { email, password })
    .catch((error: unknown) => {
      if (error instanceof Refused && error.reason === 'sign-up-refused') {
        return visitor.post('/auth/sign-in', { email, password })
      }
      throw error
    })
  const profileId = profileIdOf(session) ?? profileIdOf(await createProfile(visitor, person))
  if (profileId === undefined) throw new Error(`The site gave ${email} no profile`)
  return { email, password, profileId, firstName }
}

/** Ends the session of `enrol`, which the patient would see among their own. */
export const signOut = (visitor: Visitor): Promise<unknown> => visitor.post('/auth/sign-out', {})

function createProfile(visitor: Visitor, person: Person): Promise<unknown> {
  return visitor.post('/auth/profile', {
    first_name: person.firstName,
    last_name: person.lastName,
    gender: 'Male',
    date_of_birth: person.birthDate,
    ethnicity: 'White British',
    occupation: person.occupation,
    phone: person.phone,
    email: person.email,
    home_address: person.address,
    billing_address: person.address,
    nhs_number: person.nhsNumber ?? null,
  })
}

/** Books the next free slot of the event for the signed-in patient; does nothing if there is none. */
export async function bookNextTime(
  visitor: Visitor,
  { profileId }: SamplePatient,
  { name, date }: DatedEvent,
): Promise<void> {
  const event = eventsOf(await visitor.get('/events')).find(
    (listed) => listed.name === name && listed.date === date,
  )
  if (event === undefined || event.free === 0) return
  const [time] = timesOf(await visitor.get(`/events/${event.id}/slots`), date)
  if (time === undefined) return
  try {
    const place = { event_id: event.id, appt_date: date, appt_time: time }
    await visitor.post('/holds', { ...place, idempotency_key: randomUUID() })
    const listed = (await visitor.get('/medical/consent')) as { choice_version: string | null }
    const choiceVersion = listed.choice_version ?? SAMPLE_ANSWERS.choiceVersion
    const consent = { profileId, psaTestDate: date, ...SAMPLE_ANSWERS, choiceVersion }
    await visitor.post('/medical/consent', consent)
    await visitor.post('/appointments', {
      profileId,
      eventId: event.id,
      eventDate: date,
      appointmentStartTime: time,
    })
  } catch (error) {
    // An earlier, interrupted run may have booked already.
    if (!(error instanceof Refused && error.reason === 'existing-booking')) throw error
  }
}
