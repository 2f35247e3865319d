import type { ProfileOnWire } from '#account/contract/profiles.ts'
import { type EditedDetails, formOf, type ProfileForm } from '#account/rules/profile-form.ts'
import { PROFILE_FORM_KEY } from '#core/rules/tab-signals.ts'
import { keptInTab } from '#core/store/tab-storage.ts'

/** What an open form was filled with. */
export type Edit = {
  readonly profileId: number
  readonly version: number
  readonly base: EditedDetails
}
/** An open form with what was typed. The NHS number is empty in both: it is never kept. */
export type Draft = Edit & { readonly values: ProfileForm }

/** The details of a profile that the form shows. A missing value is ''. */
export const editedDetails = (profile: Partial<ProfileOnWire>): EditedDetails => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  gender: profile.gender ?? '',
  date_of_birth: profile.date_of_birth ?? '',
  ethnicity: profile.ethnicity ?? '',
  occupation: profile.occupation ?? '',
  phone: profile.phone ?? '',
  home_address: profile.home_address ?? '',
  billing_address: profile.billing_address ?? '',
  nhs_number: profile.nhs_number ?? '',
})

const isLike = (value: unknown, model: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(model).every(
    ([name, sample]) => typeof (value as Record<string, unknown>)[name] === typeof sample,
  )

const SAMPLE = editedDetails({})
const SAMPLE_FORM = formOf(SAMPLE)

/** A draft as it was kept; undefined for an entry of another shape, as of an older release. */
function readDraft(kept: unknown): Draft | undefined {
  if (!isLike(kept, { profileId: 0, version: 0, base: {}, values: {} })) return undefined
  const draft = kept as Draft
  return isLike(draft.base, SAMPLE) && isLike(draft.values, SAMPLE_FORM) ? draft : undefined
}

/** The draft of this tab, if any. */
export const $draft = keptInTab<Draft | undefined>(PROFILE_FORM_KEY, undefined, {
  encode: (draft) => draft,
  decode: readDraft,
})

export const keepDraft = ({ base, ...edit }: Edit, values: ProfileForm): void =>
  $draft.set({ ...edit, base: { ...base, nhs_number: '' }, values: { ...values, nhs: '' } })

export const clearDraft = (): void => $draft.set(undefined)
