import {
  addressInUseLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
  emailChangeLetter,
  passwordChangedLetter,
} from '#account/mails/account-letters.ts'
import { findChange } from '#account/server/database/account-changes.ts'
import { isAddressTaken, isEmailChange, setLink } from '#account/server/database/email-changes.ts'
import type { AccountTemplate } from '#core/rules/mail-templates.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Letter } from '#core/server/mail/letter.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'

type Draft = { readonly to: string; readonly letter: Letter }
type Deps = { readonly database: Database; readonly siteUrl: string }

/** The letter to the new address: the link, or that the address has an account already. Its reader owns that address. */
async function draftLink(
  changeId: string,
  deps: Deps,
  charity: Charity,
): Promise<Draft | undefined> {
  const change = await findChange(deps.database, changeId)
  if (change?.state !== 'asked' || !isEmailChange(change)) return undefined
  const to = change.new_email
  if (await isAddressTaken(deps.database, to, change.profile_id)) {
    return { to, letter: addressInUseLetter(deps.siteUrl, charity) }
  }
  const token = createToken()
  // Stored before the mail is sent, so that the link works when it arrives.
  if (!(await setLink(deps.database, changeId, hashToken(token)))) return undefined
  const url = mailedLink(deps.siteUrl, '/confirm-email-change', token)
  return { to, letter: emailChangeLetter(url, charity) }
}

const TO_OLD_ADDRESS = {
  'password-changed': passwordChangedLetter,
  'email-change-asked': emailChangeAskedLetter,
  'email-changed': emailChangedLetter,
} as const

/** A letter about a change of an account; undefined when the account is gone or the change was replaced. */
export async function draftAccountMail(
  template: AccountTemplate,
  changeId: string,
  deps: Deps,
  charity: Charity,
): Promise<Draft | undefined> {
  if (template === 'email-change-link') return draftLink(changeId, deps, charity)
  const change = await findChange(deps.database, changeId)
  if (change === undefined) return undefined
  return { to: change.email, letter: TO_OLD_ADDRESS[template](deps.siteUrl, charity) }
}
