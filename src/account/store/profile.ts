import { atom, type ReadableAtom } from 'nanostores'
import { getProfile, type ProfileOnWire, updateProfile } from '#account/contract/profiles.ts'
import {
  changesOf,
  checkProfileForm,
  type DetailConflict,
  type DetailName,
  detailsOf,
  FIELDS_OF,
  formOf,
  mergeDetails,
  type ProfileForm,
} from '#account/rules/profile-form.ts'
import { $draft, clearDraft, type Edit, editedDetails, keepDraft } from '#account/store/draft.ts'
import { $session, updateProfile as updateStoredProfile } from '#account/store/session.ts'
import { NHS_NUMBER_NOT_KEPT, PROFILE_LOG, PROFILE_SAVE_FAILED } from '#account/texts/portal.ts'
import { call, type Failure } from '#core/contract/call.ts'
import { cleanNhsInput } from '#core/rules/nhs-number.ts'
import { londonDate } from '#core/rules/time.ts'
import { reportError } from '#core/store/error-log.ts'
import { createForm, type FormErrors, type SendOutcome } from '#core/store/form.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** A detail that was changed here and elsewhere; `choice` is '' until the patient has chosen. */
export type Conflict = DetailConflict & { readonly choice: '' | 'saved' | 'mine' }

export type ProfileView =
  | { readonly step: 'reading'; readonly isSaved: boolean }
  /** `conflicts` is undefined until a save was refused because of a newer version. */
  | {
      readonly step: 'editing'
      readonly conflicts?: readonly Conflict[]
      /** How often a save was refused because a choice was missing. */
      readonly refusals?: number
    }

const $shown = atom<ProfileView>({ step: 'reading', isSaved: false })
export const $profileView: ReadableAtom<ProfileView> = $shown

let edit: Edit | undefined
/** The newer version, once the page has shown it to the patient. */
let meanwhile: Edit | undefined

const EMPTY = editedDetails({})

export const profileForm = createForm<ProfileForm>({
  initial: formOf(EMPTY),
  check: (form) =>
    checkProfileForm(form, (meanwhile ?? edit)?.base ?? EMPTY, londonDate(new Date())),
})

const ownProfile = (): ProfileOnWire | undefined => {
  const session = $session.get()
  return session.state === 'signed-in' ? (session.profile ?? undefined) : undefined
}

const editOf = (profile: ProfileOnWire): Edit => ({
  profileId: profile.profileId,
  version: profile.version,
  base: editedDetails(profile),
})

function open(from: Edit, values: ProfileForm): void {
  edit = from
  meanwhile = undefined
  profileForm.fill(values)
  $shown.set({ step: 'editing' })
}

function close(isSaved: boolean): void {
  edit = undefined
  meanwhile = undefined
  clearDraft()
  profileForm.clear()
  $shown.set({ step: 'reading', isSaved })
}

const isSending = (): boolean => profileForm.$submission.get().step === 'sending'

/** 'Edit': the form with the details as they are shown (PORT-02). */
export function startEditing(): void {
  const profile = ownProfile()
  if (profile === undefined || edit !== undefined) return
  const from = editOf(profile)
  open(from, formOf(from.base))
}

/** 'Cancel': back to the card without changes. */
export function cancelEditing(): void {
  if (!isSending()) close(false)
}

/**
 * The form again as it was left by a reload or by the end of a session; Back may bring it back with this page. Another
 * patient's is removed, and one that a sign-out has removed from the tab.
 */
function restore(): void {
  const draft = $draft.get()
  const profile = ownProfile()
  if (profile === undefined) return
  if (draft?.profileId !== profile.profileId) {
    close(false)
    return
  }
  if (edit !== undefined) return
  const nhs = editedDetails(profile).nhs_number
  open({ ...draft, base: { ...draft.base, nhs_number: nhs } }, { ...draft.values, nhs })
  if (draft.values.isNhsOpen) profileForm.set('nhs', nhs, NHS_NUMBER_NOT_KEPT)
}

/** Opens /portal for a signed-in patient. Returns a function that stops it. */
export function openProfile(): () => void {
  restore()
  const stopKeeping = profileForm.$values.listen((values) => edit && keepDraft(edit, values))
  const stopSignal = onTabSignal('signedOut', () => close(false))
  return () => {
    stopKeeping()
    stopSignal()
  }
}

/** Changes a field; the NHS number keeps only its digits, with a message (NHS-01). */
export function changeProfileForm<Name extends keyof ProfileForm>(
  name: Name,
  value: ProfileForm[Name],
): void {
  // What is typed now would be neither saved nor kept.
  if (isSending()) return
  if (name === 'nhs') {
    const { digits, altered } = cleanNhsInput(String(value))
    profileForm.set('nhs', digits, altered ? PROFILE_FAULTS.nhsDigitsOnly : undefined)
  } else profileForm.set(name, value)
}

/** The patient's choice between the two values of a detail: it is in the form immediately. */
export function chooseValue(name: DetailName, choice: 'saved' | 'mine'): void {
  const view = $shown.get()
  if (view.step !== 'editing' || view.conflicts === undefined || meanwhile === undefined) return
  if (isSending()) return
  const conflict = view.conflicts.find((one) => one.name === name)
  if (conflict === undefined) return
  const form = profileForm.$values.get()
  const details = { ...detailsOf(form, meanwhile.base), [name]: conflict[choice] }
  const chosen = formOf(details)
  for (const field of FIELDS_OF[name]) profileForm.set(field, chosen[field])
  if (name === 'nhs_number') profileForm.set('isNhsOpen', choice === 'mine')
  const conflicts = view.conflicts.map((one) => (one.name === name ? { ...one, choice } : one))
  $shown.set({ ...view, conflicts })
}

/** The form's field for each field name of the API. */
const fieldOf = (name: string): keyof ProfileForm | undefined =>
  FIELDS_OF[name as DetailName]?.find((field) => !field.startsWith('is'))

function fieldErrors(fields: Readonly<Record<string, string>>): FormErrors<ProfileForm> {
  const own: FormErrors<ProfileForm> = {}
  for (const [name, message] of Object.entries(fields)) {
    const field = fieldOf(name)
    if (field !== undefined) own[field] = message
  }
  return own
}

/** The server's words where they say when or why; a network failure has its own. */
function refusalOf({ reason, text, fields }: Failure<string>): SendOutcome<ProfileForm> {
  const isUnanswered = reason === 'network'
  reportError({
    errorMessage: isUnanswered ? PROFILE_LOG.unanswered : PROFILE_LOG.refused,
    description: PROFILE_LOG.description,
    fields: Object.keys(fields),
  })
  const said =
    reason === 'failure' ? PROFILE_SAVE_FAILED.text : `${text} ${PROFILE_SAVE_FAILED.kept}`
  return { ok: false, text: said, fields: fieldErrors(fields) }
}

/** Reads what was saved in the meantime and joins it with what was typed; true when nothing is left to save. */
async function join(
  from: Edit,
  form: ProfileForm,
  email: string,
): Promise<SendOutcome<ProfileForm>> {
  const answer = await call(getProfile, { email })
  if (!answer.ok) return refusalOf(answer)
  // Signed out in the meantime: the form is closed.
  if (edit === undefined) return { ok: false }
  const { userProfile } = answer.value
  updateStoredProfile(userProfile)
  meanwhile = editOf(userProfile)
  const { details, conflicts } = mergeDetails(from.base, detailsOf(form, from.base), meanwhile.base)
  const isNumberTyped = details.nhs_number !== meanwhile.base.nhs_number
  profileForm.fill({ ...formOf(details), isNhsOpen: isNumberTyped })
  $shown.set({ step: 'editing', conflicts: conflicts.map((one) => ({ ...one, choice: '' })) })
  return { ok: false }
}

async function send(form: ProfileForm): Promise<SendOutcome<ProfileForm>> {
  const profile = ownProfile()
  const from = meanwhile ?? edit
  if (profile === undefined || from === undefined) return { ok: false }
  const changes = changesOf(from.base, detailsOf(form, from.base))
  if (Object.keys(changes).length === 0) return { ok: true }
  const { email } = profile
  const answer = await call(updateProfile, { email, version: from.version, ...changes })
  if (answer.ok) {
    updateStoredProfile(answer.value.userProfile)
    return { ok: true }
  }
  return answer.reason === 'profile-changed' ? join(from, form, email) : refusalOf(answer)
}

/** 'Save Changes': only what differs is sent; a success returns to the card (PORT-02, PORT-03). */
export async function saveProfile(): Promise<void> {
  const view = $shown.get()
  if (view.step !== 'editing' || isSending()) return
  if (view.conflicts?.some(({ choice }) => choice === '')) {
    $shown.set({ ...view, refusals: (view.refusals ?? 0) + 1 })
    return
  }
  await profileForm.submit(send)
  if (profileForm.$submission.get().step === 'done') close(true)
}
