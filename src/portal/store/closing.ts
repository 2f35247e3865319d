import { atom, type ReadableAtom } from 'nanostores'
import { leaveSession } from '#account/store/session.ts'
import { clearStoredUser } from '#account/store/stored-user.ts'
import { call, type Failure } from '#core/contract/call.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { createForm, type SendOutcome } from '#core/store/form.ts'
import { clearInTab, tellTabs } from '#core/store/tab-signals.ts'
import { SIGN_IN_PASSWORD_MISSING } from '#core/texts/account-forms.ts'
import { agreedRefund } from '#payments/contract/agreed-refund.ts'
import { closeAccount, previewClosing } from '#portal/contract/own-data.ts'
import { CLOSING } from '#portal/texts/own-data.ts'

export type ClosingPreview = OutputOf<typeof previewClosing>
export type Closing =
  | { readonly step: 'shut' | 'loading' }
  /** It is not known what would happen, or the account cannot be deleted yet. */
  | { readonly step: 'refused'; readonly text: string }
  /** The patient sees what would happen and enters the password. */
  | { readonly step: 'asking'; readonly preview: ClosingPreview }
  | { readonly step: 'closed'; readonly keptUntil: string | null }

const $state = atom<Closing>({ step: 'shut' })
export const $closing: ReadableAtom<Closing> = $state

type PasswordForm = { closingPassword: string }

export const closingForm = createForm<PasswordForm>({
  initial: { closingPassword: '' },
  check: ({ closingPassword }) =>
    closingPassword === '' ? { closingPassword: SIGN_IN_PASSWORD_MISSING } : {},
})

/** The response's text, or `otherwise` where it has none for the patient. */
const refusalText = ({ reason, text }: Failure<string>, otherwise: string): string =>
  reason === 'failure' || reason === 'network' ? otherwise : text

/** 'Delete my account…': shows what would be deleted and kept; nothing happens yet. */
export async function openClosing(): Promise<void> {
  if ($state.get().step === 'loading') return
  $state.set({ step: 'loading' })
  const answer = await call(previewClosing, {})
  if (answer.ok) {
    closingForm.clear()
    $state.set({ step: 'asking', preview: answer.value })
  } else $state.set({ step: 'refused', text: refusalText(answer, CLOSING.previewFailed) })
}

/** 'Keep my account'. */
export function shutClosing(): void {
  if (closingForm.$submission.get().step === 'sending') return
  closingForm.clear()
  $state.set({ step: 'shut' })
}

/** What the patient agrees to get back for the appointments that end with the account: nothing when they cost nothing. */
const agreed = ({ cancelled }: ClosingPreview) =>
  agreedRefund({
    amount_pence: cancelled.reduce((sum, { refund }) => sum + (refund?.amount_pence ?? 0), 0),
  })

/** Shows what would happen now; the password stays. */
async function askAgain(): Promise<void> {
  const answer = await call(previewClosing, {})
  if (answer.ok) $state.set({ step: 'asking', preview: answer.value })
  else $state.set({ step: 'refused', text: refusalText(answer, CLOSING.previewFailed) })
}

function refusalOf(answer: Failure<string>): SendOutcome<PasswordForm> {
  if (answer.reason === 'wrong-password') {
    return { ok: false, fields: { closingPassword: answer.text } }
  }
  return { ok: false, text: refusalText(answer, CLOSING.failed) }
}

/** As a sign-out, in every tab: the session is gone on the server. */
function clearPatient(): void {
  clearStoredUser()
  leaveSession()
  tellTabs('signedOut')
  clearInTab('everything')
}

/** Deletes the account (PORT-05). */
export async function confirmClosing(): Promise<void> {
  const asked = $state.get()
  if (asked.step !== 'asking') return
  await closingForm.submit(async ({ closingPassword }) => {
    const input = { password: closingPassword, ...agreed(asked.preview) }
    const answer = await call(closeAccount, input)
    if (!answer.ok && answer.reason === 'refund-changed') await askAgain()
    if (!answer.ok) return refusalOf(answer)
    $state.set({ step: 'closed', keptUntil: answer.value.kept_until })
    clearPatient()
    return { ok: true }
  })
  if (closingForm.$submission.get().step === 'done') closingForm.clearValues()
}
