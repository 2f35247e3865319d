import {
  checkProfile,
  createProfile,
  getProfile,
  type ProfileOnWire,
  updateProfile,
} from '#account/contract/profiles.ts'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import { checkDetails, type ProfileDetails } from '#account/rules/profile.ts'
import {
  changeProfile,
  findProfileByUser,
  hasSameDetails,
  insertProfile,
  isNumberNeeded,
  isStaffAccount,
  profileExists,
} from '#account/server/database/profiles.ts'
import { profileSubject, refuseForeign } from '#account/server/foreign-access.ts'
import { takeGrants } from '#account/server/session-opening.ts'
import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import { bareNhsNumber } from '#core/rules/nhs-number.ts'
import { londonDate } from '#core/rules/time.ts'
import type { Account, Patient, RequestContext } from '#core/server/caller.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter, Use } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, type Outcome, refused, wrongFields } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { STAFF_ACCOUNT } from '#core/texts/account-forms.ts'
import { NHS_NUMBER_NEEDED } from '#core/texts/nhs-number.ts'

export type ProfileDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  nudgeJobs(): void
}

type Creation = InputOf<typeof createProfile>
type Change = InputOf<typeof updateProfile>

const PROFILE_EXISTS = 'A profile already exists for these details.'

/** The name of each detail in the wire format (API-07). */
const WIRE_NAMES = {
  firstName: 'first_name',
  lastName: 'last_name',
  gender: 'gender',
  birthDate: 'date_of_birth',
  ethnicity: 'ethnicity',
  occupation: 'occupation',
  phone: 'phone',
  homeAddress: 'home_address',
  billingAddress: 'billing_address',
  nhsNumber: 'nhs_number',
} as const satisfies Record<keyof ProfileDetails, keyof Change & keyof ProfileOnWire>

const NAMES = Object.entries(WIRE_NAMES) as [
  keyof ProfileDetails,
  (typeof WIRE_NAMES)[keyof ProfileDetails],
][]

/** The details of a request, by our names: fields that were not sent are absent, empty ones are null. */
function detailsSent(input: Creation | Change): Partial<ProfileDetails> {
  const sent: Record<string, string | null> = {}
  for (const [name, wire] of NAMES) {
    const value = input[wire]
    if (value === undefined) continue
    const text = value || null
    sent[name] = name === 'nhsNumber' && text !== null ? bareNhsNumber(text) : text
  }
  return sent
}

const NO_DETAILS: Omit<ProfileDetails, 'firstName' | 'lastName'> = {
  gender: null,
  birthDate: null,
  ethnicity: null,
  occupation: null,
  phone: null,
  homeAddress: null,
  billingAddress: null,
  nhsNumber: null,
}

const detailsOf = (profile: ProfileOnWire): Partial<ProfileDetails> =>
  Object.fromEntries(NAMES.map(([name, wire]) => [name, profile[wire]]))

/** Faults by wire name, or undefined when there are none. */
function faultsOf(
  details: Partial<ProfileDetails>,
  stored: Partial<ProfileDetails>,
  today: string,
): Record<string, string> | undefined {
  const faults = checkDetails(details, stored, today)
  const fields: Record<string, string> = {}
  for (const [name, wire] of NAMES) {
    const fault = faults[name]
    if (fault !== undefined) fields[wire] = fault
  }
  return Object.keys(fields).length > 0 ? fields : undefined
}

/** Whether address and account are the caller's own; others are audited with the profile that they have (API-08). */
async function isOwn(
  { database }: ProfileDeps,
  caller: Account,
  { email, userId = caller.userId }: { email: string; userId?: string },
  context: RequestContext,
): Promise<boolean> {
  const isOwnAccount = userId === caller.userId
  if (isOwnAccount && normaliseEmail(email) === normaliseEmail(caller.email)) return true
  const subject = await profileSubject(database, isOwnAccount ? { email } : { userId })
  await refuseForeign(database, caller, subject, context)
  return false
}

/** GET /auth/profile: the caller's own profile. */
const getOwnProfile = (deps: ProfileDeps) =>
  bind(getProfile, async (input, caller, context) => {
    if (!(await isOwn(deps, caller, { email: input.email }, context))) return refused('forbidden')
    const userProfile = await findProfileByUser(deps.database, deps.sealer, caller.userId)
    return userProfile ? done({ userProfile }) : refused('profile-not-found')
  })

/** POST /auth/profile/check: `exists` only when all four details match. */
const checkForProfile = (deps: ProfileDeps) =>
  bind(checkProfile, async (input, _, context) => {
    const limited = await deps.limiter.count(
      ['profileCheckPerEmail', input.email],
      ['profileCheckPerNetwork', context.network],
    )
    if (limited) return limited
    const exists = await profileExists(deps.database, { ...input, birthDate: input.dateOfBirth })
    return done({ exists, message: exists ? PROFILE_EXISTS : '' })
  })

/**
 * POST /auth/profile: the profile and the job of its verification mail, in one transaction. Repeated with the same
 * details, as after a lost response, it returns the same profile. An address that got too many of these mails gets no more;
 * the profile is still created.
 */
async function createOwnProfile(
  deps: ProfileDeps,
  input: Creation,
  caller: Account,
  context: RequestContext,
): Promise<Outcome<OutputOf<typeof createProfile>, ReasonOf<typeof createProfile>>> {
  const own = normaliseEmail(caller.email)
  const named = { email: input.email ?? own, userId: input.user_id ?? caller.userId }
  if (!(await isOwn(deps, caller, named, context))) return refused('forbidden')
  // A session that set a new password; the database would refuse the profile.
  if (await isStaffAccount(deps.database, caller.userId)) {
    return refused('forbidden', { text: STAFF_ACCOUNT })
  }
  const details = {
    ...NO_DETAILS,
    ...detailsSent(input),
    firstName: input.first_name,
    lastName: input.last_name,
  }
  const fields = faultsOf(details, {}, londonDate(deps.clock.now()))
  if (fields) return wrongFields(fields)
  const account = { userId: caller.userId, email: own }
  const mail: Use = ['verificationMailPerAddress', own]
  const mailLimited = await deps.limiter.count(mail)
  const profileId = await deps.database.transaction(async (transaction) => {
    const made = await insertProfile(transaction, deps.sealer, account, details)
    if (made !== undefined && !mailLimited) await enqueueVerifyEmail(transaction, made, 'sign-up')
    return made
  })
  if (profileId !== undefined) deps.nudgeJobs()
  else {
    await deps.limiter.giveBack(mail)
    if (!(await hasSameDetails(deps.database, deps.sealer, account, details))) {
      return refused('profile-exists')
    }
  }
  const userProfile = await findProfileByUser(deps.database, deps.sealer, caller.userId)
  return userProfile ? done({ status: 'success', userProfile }) : refused('failure')
}

/** Without those that equal what is stored. */
const changedOnly = (sent: Partial<ProfileDetails>, stored: Partial<ProfileDetails>) =>
  Object.fromEntries(
    NAMES.filter(([name]) => name in sent && sent[name] !== stored[name]).map(([name]) => [
      name,
      sent[name],
    ]),
  ) as Partial<ProfileDetails>

/**
 * PATCH /auth/profile: fields that are not sent stay; an unchanged old value is not validated (PORT-03). A save that was made
 * from an older version is refused, unless everything it requests is stored already, as after a lost response.
 */
async function updateOwnProfile(
  deps: ProfileDeps,
  input: Change,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<OutputOf<typeof updateProfile>, ReasonOf<typeof updateProfile>>> {
  if (!(await isOwn(deps, caller, { email: input.email }, context))) return refused('forbidden')
  const { database, sealer } = deps
  const stored = await findProfileByUser(database, sealer, caller.userId)
  if (stored === undefined) return refused('profile-not-found')
  const changes = changedOnly(detailsSent(input), detailsOf(stored))
  if (Object.keys(changes).length === 0) return done({ status: 'success', userProfile: stored })
  const { version = stored.version } = input
  if (version !== stored.version) return refused('profile-changed')
  const fields = faultsOf(changes, detailsOf(stored), londonDate(deps.clock.now()))
  if (fields) return wrongFields(fields)
  const { nhsNumber } = changes
  if (nhsNumber) {
    const limited = await deps.limiter.count(['numberPerPatient', String(caller.profileId)])
    if (limited) return limited
  }
  const save = database.transaction(async (transaction) => {
    const changed = await changeProfile(transaction, sealer, caller.userId, changes, input.version)
    if (changed === undefined) return undefined
    await insertAudit(transaction, {
      actor: caller,
      action: 'profile-changed',
      subject: `profile:${caller.profileId}`,
      requestId: context.requestId,
    })
    return changed
  })
  const userProfile = await save.catch((error: unknown) => {
    if (isNumberNeeded(error)) return 'number-needed' as const
    throw error
  })
  if (userProfile === 'number-needed') return wrongFields({ nhs_number: NHS_NUMBER_NEEDED })
  return userProfile ? done({ status: 'success', userProfile }) : refused('profile-changed')
}

/** Profiles (API-02); only their owner reads or changes them. */
export const profilesService = (deps: ProfileDeps) => ({
  find: getOwnProfile(deps),
  check: checkForProfile(deps),
  create: (input: Creation, caller: Account, context: RequestContext) =>
    createOwnProfile(deps, input, caller, context),
  createProfile: bind(createProfile, async (input, caller, context, call) => {
    const created = await createOwnProfile(deps, input, caller, context)
    if (created.ok) await takeGrants(deps, created.value.userProfile.profileId, context, call)
    return created
  }),
  update: bind(updateProfile, (input, caller, context) =>
    updateOwnProfile(deps, input, caller, context),
  ),
})
