import { useStore } from '@nanostores/react'
import { $signUpDialog, closeSignUpDialog, type SignUpDialog } from '#account/store/sign-up.ts'
import { Dialog } from '#core/island/Dialog.tsx'
import { SIGN_UP_TEXTS } from '#core/texts/account-forms.ts'
import {
  AGE_ERROR_TITLE,
  AGE_NOTICE_TITLE,
  AGE_TO_REGISTER,
  ageRestrictionNotice,
} from '#core/texts/accounts.ts'

type Props = { product: string; supportEmail: string }

const TITLES: Record<SignUpDialog['kind'], string> = {
  'age-notice': AGE_NOTICE_TITLE,
  'age-error': AGE_ERROR_TITLE,
  'sign-up-error': SIGN_UP_TEXTS.errorTitle,
}

function textOf(dialog: SignUpDialog, { product, supportEmail }: Props): string {
  if (dialog.kind === 'age-notice') return ageRestrictionNotice(product, supportEmail)
  return dialog.kind === 'age-error' ? AGE_TO_REGISTER : dialog.text
}

/** The three dialogs of sign-up; at most one is open. */
export function SignUpDialogs(props: Props) {
  const dialog = useStore($signUpDialog)
  return (
    <Dialog
      isOpen={dialog !== undefined}
      title={dialog ? TITLES[dialog.kind] : ''}
      kind={dialog?.kind === 'age-notice' ? 'warning' : 'error'}
      onClose={closeSignUpDialog}
    >
      <p>{dialog && textOf(dialog, props)}</p>
    </Dialog>
  )
}
