import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountsService } from '#account/server/accounts.ts'
import { replaceVerification } from '#account/server/database/email-verifications.ts'
import type { IdentityGateway } from '#account/server/gateways/identity.ts'
import { profilesService } from '#account/server/profiles.ts'
import { verificationService } from '#account/server/verification.ts'
import { EMAIL_LINK_DAYS } from '#core/rules/link-life.ts'
import type { Patient } from '#core/server/caller.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import type { Session } from '#core/server/database/sessions.ts'
import { createLogger } from '#core/server/logger.ts'
import { networkLimit } from '#core/server/network-limit.ts'
import { knownDevices } from '#core/server/security/known-device.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { buildPrivateEvent, CODE } from '#tests/fixtures/access-codes.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { profileInput } from '#tests/fixtures/people.ts'
import { bookingFile } from './booking-file.ts'
import { bookingInput, CHARITY, CONTEXT, consentInput, holdInput } from './booking-setup.ts'

const DAY = '2027-06-16'
const HALL = { ...CONTEXT, network: '203.0.113.80' }
const PATIENTS = 200
const PER_TIME = 10
const AT_ONCE = 10
const TAKEN = 'taken@example.test'

const booking = bookingFile('2027-06-01T09:00:00Z')

/** A provider that knows the addresses of a stranger. */
const identity = {
  signUp: async (email: string) =>
    email.startsWith('taken')
      ? { ok: false, refusal: 'User already registered', code: 'user_already_exists' }
      : { ok: true, value: { userId: randomUUID(), email } },
  signIn: async () => ({ ok: false, refusal: 'Invalid login credentials', code: 'invalid' }),
} as unknown as IdentityGateway

function siteOf() {
  const { database, clock, limiter, sealer, access, holds, consents, appointments } =
    booking.services
  const nudgeJobs = () => {}
  return {
    ...{ database, access, holds, consents, appointments },
    holdLimit: networkLimit('holdPerNetwork', clock),
    profiles: profilesService({ database, clock, limiter, sealer, nudgeJobs }),
    verification: verificationService({ database, clock, limiter, nudgeJobs }),
    accounts: accountsService({
      database,
      clock,
      limiter,
      sealer,
      identity,
      logger: createLogger('silent'),
      timer: { now: () => 0, wait: async () => {} },
      devices: knownDevices(sealer),
      charity: async () => CHARITY,
      finishChanges: async (account) => account,
    }),
  }
}

let site: ReturnType<typeof siteOf>
let eventId: number
beforeAll(async () => {
  site = siteOf()
  const event = {
    event_on: DAY,
    total_spaces: PATIENTS,
    places_per_slot: PER_TIME,
  }
  const { database, sealer } = booking.services
  eventId = (await buildPrivateEvent(database, sealer, event)).eventId
})

const reasonOf = (outcome: { ok: true } | { ok: false; reason: string }): string =>
  outcome.ok ? 'ok' : outcome.reason

const check = async (code: string, caller?: Patient) =>
  reasonOf(await site.access.check({ event_id: eventId, access_code: code }, caller, HALL))

type Call = Parameters<(typeof site)['accounts']['signUp']>[3]

/** Signs up as a browser without cookies; returns the reason, or the session whose cookies it gets. */
async function signUp(email: string) {
  let session: Session | undefined
  const input = { email, password: 'a-calm-harbour', display_name: '', phone: '' }
  const call = { setSession: (opened) => (session = opened?.session) } as Call
  const outcome = await site.accounts.signUp(input, undefined, HALL, call)
  return { reason: reasonOf(outcome), session }
}
const details = (email: string) => ({
  email,
  firstName: 'Edwin',
  lastName: 'Marlow',
  dateOfBirth: '1965-01-01',
})

/** `count` tries of a stranger in the hall's network; how often each reason was answered. */
async function tries(count: number, attempt: (n: number) => Promise<string>) {
  const answers: Record<string, number> = {}
  for (let n = 0; n < count; n += 1) {
    const reason = await attempt(n)
    answers[reason] = (answers[reason] ?? 0) + 1
  }
  return answers
}

/** One patient, from the profile check to the booked place; one in five types a wrong code, and one in five signs up twice. */
async function passThrough(n: number): Promise<string[]> {
  const email = `hall-${n}@example.test`
  const steps: string[] = []
  steps.push(reasonOf(await site.profiles.check(details(email), undefined, HALL)))
  if (n % 5 === 0) await signUp(TAKEN)
  const opened = await signUp(email)
  if (opened.session === undefined) return [opened.reason]
  const account = { ...opened.session, email }
  const input = profileInput({ email, date_of_birth: '1965-01-01' })
  const created = await site.profiles.create(
    input as Parameters<typeof site.profiles.create>[0],
    account,
    HALL,
  )
  if (!created.ok) return [created.reason]
  const { profileId } = created.value.userProfile
  const patient: Patient = { ...account, profileId }
  const token = createToken()
  await replaceVerification(site.database, profileId, hashToken(token), EMAIL_LINK_DAYS)
  steps.push(reasonOf(await site.verification.confirm({ token }, undefined, HALL)))
  if (n % 5 === 1) steps.push((await check('LODGE-2014', patient)) === 'ok' ? 'wrong' : 'ok')
  steps.push(await check(CODE, patient))
  const time = Math.floor(n / PER_TIME)
  const slot = `${String(9 + Math.floor(time / 6)).padStart(2, '0')}:${time % 6}0`
  steps.push(site.holdLimit.count(HALL.network)?.reason ?? 'ok')
  steps.push(reasonOf(await site.holds.create(holdInput(eventId, DAY, slot), patient)))
  steps.push(reasonOf(await site.consents.create(consentInput(profileId, DAY), patient, HALL)))
  const booked = bookingInput(profileId, eventId, DAY, slot)
  steps.push(reasonOf(await site.appointments.create(booked, patient, HALL)))
  return steps
}

/* The clock of the services stands still and that of the database runs: everything is within one window of every limit, less than an hour. */
describe('a hall of 200 patients behind one address, beside a stranger who guesses', () => {
  it('AUTH-14 EVD-05 BOOK-06 the stranger is bounded; every patient signs up, confirms, enters the code and books', async () => {
    const codes = LIMITS.accessCodePerEventAndNetwork.most
    expect(await tries(60, (n) => check(`WRONG-${n}`))).toEqual({
      'access-code-invalid': codes,
      'too-many-requests': 60 - codes,
    })
    const links = LIMITS.verifyEmailPerNetwork.most
    const junk = async () =>
      reasonOf(await site.verification.confirm({ token: createToken() }, undefined, HALL))
    expect(await tries(links + 20, junk)).toEqual({
      'link-invalid': links,
      'too-many-requests': 20,
    })
    // Each refusal is a wrong password too: they are limited per network for 15 minutes.
    const wrong = LIMITS.signInPerNetwork.most
    expect(
      await tries(400, async (n) => (await signUp(`taken-${n % 40}@example.test`)).reason),
    ).toEqual({ 'sign-up-refused': wrong, 'too-many-requests': 400 - wrong })
    const checks = LIMITS.profileCheckPerEmail.most
    expect(
      await tries(400, async () =>
        reasonOf(await site.profiles.check(details(TAKEN), undefined, HALL)),
      ),
    ).toEqual({
      ok: checks,
      'too-many-requests': 400 - checks,
    })

    const refused: string[] = []
    for (let first = 0; first < PATIENTS; first += AT_ONCE) {
      const group = Array.from({ length: AT_ONCE }, (_, n) => passThrough(first + n))
      for (const [n, steps] of (await Promise.all(group)).entries()) {
        if (steps.some((step) => step !== 'ok')) refused.push(`${first + n}: ${steps.join(' ')}`)
      }
      // The stranger goes on all the time, also with the right code.
      expect(await check(first % 40 === 0 ? CODE : 'WRONG')).toBe('too-many-requests')
    }
    expect(refused).toEqual([])
  })

  it('the control: a patient whose address is not confirmed shares the limit of the network', async () => {
    await site.database.query('update app.profiles set is_verified = false where email = $1', [
      'hall-7@example.test',
    ])
    const callerOf = async (email: string): Promise<Patient> => {
      const { rows } = await site.database.query<Patient>(
        `select user_id as "userId", profile_id as "profileId", email from app.profiles where email = $1`,
        [email],
      )
      return { ...(rows[0] as Patient), sessionId: randomUUID() }
    }
    expect(await check(CODE, await callerOf('hall-7@example.test'))).toBe('too-many-requests')
    expect(await check(CODE, await callerOf('hall-8@example.test'))).toBe('ok')
  })

  it('EVD-05 a patient with a confirmed address who guesses is bounded too, by the hour, the day and the event', async () => {
    const guesser: Patient = { ...(await newVerified()), sessionId: randomUUID() }
    const { most } = LIMITS.accessCodePerAccount
    expect(await tries(most + 5, (n) => check(`WRONG-${n}`, guesser))).toEqual({
      'access-code-invalid': most,
      'too-many-requests': 5,
    })
    expect(await check(CODE, guesser)).toBe('too-many-requests')
    await site.database.query('update app.rate_limits set used = $1 where limit_name = $2', [
      LIMITS.accessCodePerEventByVerified.most,
      'accessCodePerEventByVerified',
    ])
    expect(await check(CODE, { ...(await newVerified()), sessionId: randomUUID() })).toBe(
      'too-many-requests',
    )
  })
})

async function newVerified() {
  const userId = randomUUID()
  const email = `${userId}@example.test`
  const profileId = await buildProfile(site.database, { user_id: userId, email })
  return { userId, email, profileId }
}
