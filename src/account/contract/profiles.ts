import * as z from 'zod/mini'
import { ETHNICITIES, GENDERS } from '#account/rules/profile-fields.ts'
import { PROFILE_CHANGED } from '#account/texts/portal.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import {
  emailAddress,
  isoDate,
  optionalLine,
  requiredLine,
  requiredPhone,
} from '#core/contract/fields.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { SIGN_UP_TEXTS } from '#core/texts/account-forms.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** The profile as its owner sees it (API-07); `profileId` is ours. */
export const profileOnWire = z.object({
  profileId: z.int(),
  user_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.nullable(z.string()),
  date_of_birth: z.nullable(isoDate),
  ethnicity: z.nullable(z.string()),
  occupation: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.string(),
  home_address: z.nullable(z.string()),
  billing_address: z.nullable(z.string()),
  /** All ten digits: only the owner can request it. Null also while it cannot be decrypted. */
  nhs_number: z.nullable(z.string()),
  /** There is a number, but its key is gone (ours). */
  nhs_number_unavailable: z.boolean(),
  /** The patient must call about the number: another profile has the same (ours). */
  nhs_number_to_check: z.boolean(),
  ni_number: z.nullable(z.string()),
  nhs_gp_email: z.nullable(z.string()),
  nhs_gp_phone_number: z.nullable(z.string()),
  is_verified: z.boolean(),
  is_active: z.boolean(),
  /** Increases with every change of a detail; a save names the version that it was made from (ours). */
  version: z.int(),
})
export type ProfileOnWire = z.output<typeof profileOnWire>

const NOT_FOUND = {
  'profile-not-found': { status: 404, text: SIGN_UP_TEXTS.profileNotFound },
} as const

/** GET /auth/profile?email: the caller's profile; another e-mail returns 403 (API-08). */
export const getProfile = defineEndpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/auth/profile',
  summary: 'The caller’s own profile.',
  access: 'account',
  input: z.strictObject({ email: emailAddress }),
  output: z.object({ userProfile: profileOnWire }),
  reasons: NOT_FOUND,
})

/** POST /auth/profile/check: `exists` is true only when e-mail, both names and birth date match. */
export const checkProfile = defineEndpoint({
  name: 'checkProfile',
  method: 'POST',
  path: '/auth/profile/check',
  summary: 'Whether a profile exists for exactly these details.',
  access: 'public',
  input: z.strictObject({
    email: emailAddress,
    firstName: requiredLine(CHARACTER_LIMITS.name, PROFILE_FAULTS.firstName),
    lastName: requiredLine(CHARACTER_LIMITS.name, PROFILE_FAULTS.lastName),
    dateOfBirth: isoDate,
  }),
  output: z.object({ exists: z.boolean(), message: z.string() }),
  reasons: {},
})

/** POST /auth/profile: creates the caller's profile after the account; status is 'success'. */
export const createProfile = defineEndpoint({
  name: 'createProfile',
  method: 'POST',
  path: '/auth/profile',
  summary: 'Creates the caller’s profile.',
  access: 'account',
  status: 201,
  input: z.strictObject({
    user_id: z.optional(z.uuid()),
    first_name: requiredLine(CHARACTER_LIMITS.name, PROFILE_FAULTS.firstName),
    last_name: requiredLine(CHARACTER_LIMITS.name, PROFILE_FAULTS.lastName),
    gender: z.enum(GENDERS),
    date_of_birth: isoDate,
    ethnicity: z.enum(ETHNICITIES),
    occupation: optionalLine(CHARACTER_LIMITS.occupation),
    phone: requiredPhone,
    email: z.optional(emailAddress),
    home_address: requiredLine(CHARACTER_LIMITS.address, PROFILE_FAULTS.address),
    billing_address: optionalLine(CHARACTER_LIMITS.address),
    nhs_number: optionalLine(20),
    ni_number: z.nullish(z.null()),
    nhs_gp_email: z.nullish(z.null()),
    nhs_gp_phone_number: z.nullish(z.null()),
    /** The values of a new profile (API-07); no others are accepted. */
    is_verified: z.optional(z.literal(false)),
    is_active: z.optional(z.literal(true)),
  }),
  output: z.object({ status: z.literal('success'), userProfile: profileOnWire }),
  reasons: {
    'profile-exists': { status: 409, text: SIGN_UP_TEXTS.profileExists },
  },
})

/**
 * PATCH /auth/profile?email: changes only the fields sent (PORT-03). The e-mail address is never changed here. With `version`
 * nothing changes when the profile has a newer one.
 */
export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'PATCH',
  path: '/auth/profile',
  query: ['email'],
  summary: 'Changes the caller’s own profile; fields that are not sent stay.',
  access: 'patient',
  input: z.strictObject({
    email: emailAddress,
    version: z.optional(z.int().check(z.gte(1))),
    first_name: z.optional(requiredLine(CHARACTER_LIMITS.name, PROFILE_FAULTS.firstName)),
    last_name: z.optional(requiredLine(CHARACTER_LIMITS.name, PROFILE_FAULTS.lastName)),
    gender: optionalLine(40),
    date_of_birth: z.nullish(z.union([isoDate, z.literal('')])),
    ethnicity: optionalLine(60),
    occupation: optionalLine(CHARACTER_LIMITS.occupation),
    phone: z.optional(requiredPhone),
    home_address: z.optional(requiredLine(CHARACTER_LIMITS.address, PROFILE_FAULTS.address)),
    billing_address: z.optional(requiredLine(CHARACTER_LIMITS.address, PROFILE_FAULTS.address)),
    nhs_number: optionalLine(20),
  }),
  output: z.object({ status: z.literal('success'), userProfile: profileOnWire }),
  reasons: {
    ...NOT_FOUND,
    'profile-changed': { status: 409, text: PROFILE_CHANGED },
  },
})
