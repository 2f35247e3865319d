import * as z from 'zod/mini'
import { findChange } from '#account/server/database/account-changes.ts'
import { isAddressTaken, isEmailChange, setLink } from '#account/server/database/email-changes.ts'
import { EMAIL_LINK_DAYS } from '#core/rules/link-life.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Block, type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail } from '#core/server/mail/mail.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { spelledCountOf } from '#core/texts/count.ts'

/** A letter about an account says neither its address nor its owner's name: the mailbox may be another person's by now. */
type WriteAccountLetter = (siteUrl: string, charity: Charity) => Letter

const callUs = ({ bookingPhone }: Charity): string =>
  bookingPhone === '' ? '' : ` or call ${bookingPhone}`

const notYou = (siteUrl: string, charity: Charity): Block[] => [
  text(`If this was not you, choose a new password immediately${callUs(charity)}.`),
  link('Choose a new password', `${siteUrl}/reset-password`),
]

/** After every change of a password: by its owner, or by the code of a reset. */
export const passwordChangedLetter: WriteAccountLetter = (siteUrl, charity) => ({
  subject: `Your password for ${charity.charityName} was changed`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'The password of your account was changed. Every device that was signed in, except the one that changed it, is signed out.',
    ),
    ...notYou(siteUrl, charity),
  ],
})

/** To the new address; the link works once. */
export const emailChangeLetter = (url: string, charity: Charity): Letter => ({
  subject: `Please confirm your new email address for ${charity.charityName}`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'You asked to use this email address for your account. Please open the link and press the button to confirm that it is yours.',
    ),
    link('Confirm my new email address', url),
    text(
      `The link works within ${spelledCountOf(EMAIL_LINK_DAYS, 'day')}. Until then your account keeps its current address. If you did not ask for this, you can ignore this message.`,
    ),
  ],
})

/** To an address that another account has. */
export const addressInUseLetter: WriteAccountLetter = (siteUrl, charity) => ({
  subject: `This email address already has an account with ${charity.charityName}`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'We were asked to use this email address for another account, but it has an account already. Nothing has changed.',
    ),
    text('If it was you, sign in with this address, or choose a new password for it.'),
    link('Sign in', `${siteUrl}/login`),
  ],
})

/** To the current address, before anything changes. */
export const emailChangeAskedLetter: WriteAccountLetter = (siteUrl, charity) => ({
  subject: `A new email address for your account with ${charity.charityName}`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'You asked to use another email address for your account. It changes when the link that we sent to the new address is confirmed. Until then you sign in with this one.',
    ),
    ...notYou(siteUrl, charity),
  ],
})

/** To the address that the account had. */
export const emailChangedLetter: WriteAccountLetter = (siteUrl, charity) => ({
  subject: `Your email address for ${charity.charityName} was changed`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'Your account now has another email address. Please sign in with the new one from now on. This is our last message about your account to this address.',
    ),
    text(`If this was not you, please write to us immediately${callUs(charity)}.`),
    link('Contact us', `${siteUrl}/support-us`),
  ],
})

const ids = z.object({ change_id: z.uuid() })

/** To the new address: the link, or that the address has an account already. Its reader owns that address. */
const EMAIL_CHANGE_LINK = mail({
  name: 'email-change-link',
  priority: 2,
  payload: ids,
  async draft({ change_id }, { database, siteUrl }, charity) {
    const change = await findChange(database, change_id)
    if (change?.state !== 'asked' || !isEmailChange(change)) return undefined
    const to = change.new_email
    if (await isAddressTaken(database, to, change.profile_id)) {
      return { to, letter: addressInUseLetter(siteUrl, charity) }
    }
    const token = createToken()
    // Stored before the mail is sent, so that the link works when it arrives.
    if (!(await setLink(database, change_id, hashToken(token)))) return undefined
    const url = mailedLink(siteUrl, '/confirm-email-change', token)
    return { to, letter: emailChangeLetter(url, charity) }
  },
})

/** Not sent when the account is gone or the change was replaced. */
const toOldAddress = (name: string, letter: WriteAccountLetter) =>
  mail({
    name,
    // Another person may be changing the account.
    priority: 1,
    payload: ids,
    async draft({ change_id }, { database, siteUrl }, charity) {
      const change = await findChange(database, change_id)
      return change && { to: change.email, letter: letter(siteUrl, charity) }
    },
  })

export const ACCOUNT_MAILS = {
  passwordChanged: toOldAddress('password-changed', passwordChangedLetter),
  emailChangeLink: EMAIL_CHANGE_LINK,
  emailChangeAsked: toOldAddress('email-change-asked', emailChangeAskedLetter),
  emailChanged: toOldAddress('email-changed', emailChangedLetter),
}

/** Queues a letter about a change of an account; one per change and letter. */
export const enqueueAccountMail = (
  db: Queries,
  name: keyof typeof ACCOUNT_MAILS,
  {
    change_id,
    profile_id,
    user_id,
  }: { change_id: string; profile_id: number | null; user_id: string },
): Promise<void> =>
  ACCOUNT_MAILS[name].queue(
    db,
    change_id,
    { change_id },
    profile_id === null ? `account:${user_id}` : `profile:${profile_id}`,
  )
