import * as z from 'zod/mini'
import { findProfileId } from '#account/server/database/profiles.ts'
import { INVITATION_HOURS } from '#core/rules/link-life.ts'
import { mailedLink } from '#core/rules/mailed-link.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { NEUTRAL_GREETING } from '#core/server/mail/greeting.ts'
import { type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail } from '#core/server/mail/mail.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { findInvited, putToken } from '#staff/server/database/invitations.ts'
import { findStaff, listAdministrators } from '#staff/server/database/staff.ts'

export const invitationLetter = (url: string, { charityName }: Charity): Letter => ({
  subject: `Your staff account with ${charityName}`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'You are invited to the staff pages. Have a telephone with an authenticator app ready, then open the link: you choose a password and set up the app.',
    ),
    link('Set up my staff account', url),
    text(
      `The link works once, within ${INVITATION_HOURS} hours. If you did not expect this message, you can ignore it.`,
    ),
  ],
})

/** To an address that is a patient's: only its owner is told (STF-04). */
export const patientInvitedLetter = (siteUrl: string, { charityName }: Charity): Letter => ({
  subject: `A staff account with ${charityName} needs another email address`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'You were invited to the staff pages at this email address. It already belongs to your own account with us, which stays as it is. We did not tell the person who invited you.',
    ),
    text(
      'To join the staff, ask for an invitation to another email address, such as one from work.',
    ),
    link('Our website', siteUrl),
  ],
})

/** Names no person: it can be read on a locked screen. */
export const factorLockedLetter = (siteUrl: string, { charityName }: Charity): Letter => ({
  subject: `Wrong codes at a staff sign-in of ${charityName}`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'The code of a staff account was wrong five times, after the right password. The account accepts no code for 15 minutes.',
    ),
    text(
      'Ask the person. If they did not try to sign in, suspend the account: another person has its password.',
    ),
    link('To the team', `${siteUrl}/staff/team`),
  ],
})

export const factorResetLetter = (siteUrl: string, { charityName }: Charity): Letter => ({
  subject: `Your staff sign-in with ${charityName} was changed`,
  greeting: NEUTRAL_GREETING,
  blocks: [
    text(
      'The authenticator app of your staff account was removed. At your next sign-in you set it up again. If you did not ask for this, tell an administrator immediately.',
    ),
    link('Sign in', `${siteUrl}/staff/sign-in`),
  ],
})

const INVITATION = mail({
  name: 'staff-invitation',
  priority: 2,
  payload: z.object({ invitation_id: z.uuid() }),
  async draft({ invitation_id }, { database, siteUrl }, charity) {
    const invited = await findInvited(database, invitation_id)
    if (invited === undefined) return undefined
    const to = invited.email
    if ((await findProfileId(database, { email: to })) !== undefined) {
      return { to, letter: patientInvitedLetter(siteUrl, charity) }
    }
    const token = createToken()
    // Stored before the mail is sent, so that the link works when it arrives.
    await putToken(database, invitation_id, hashToken(token))
    return { to, letter: invitationLetter(mailedLink(siteUrl, '/staff/join', token), charity) }
  },
})

const toPerson = (name: string, letter: (siteUrl: string, charity: Charity) => Letter) =>
  mail({
    name,
    priority: 1,
    payload: z.object({ staff_id: z.int() }),
    async draft({ staff_id }, { database, siteUrl }, charity) {
      const person = await findStaff(database, { staffId: staff_id })
      if (person?.state !== 'active') return undefined
      return { to: person.email, letter: letter(siteUrl, charity) }
    },
  })

const FACTOR_LOCKED = toPerson('staff-factor-locked', factorLockedLetter)
const FACTOR_RESET = toPerson('staff-factor-reset', factorResetLetter)

export const STAFF_MAILS = [INVITATION, FACTOR_LOCKED, FACTOR_RESET]

export const queueInvitation = (
  db: Queries,
  staffId: number,
  invitation_id: string,
): Promise<void> => INVITATION.queue(db, invitation_id, { invitation_id }, `staff:${staffId}`)

/** Tells every active administrator; `key` names the event, once per administrator. */
export async function queueFactorLocked(db: Queries, key: string): Promise<void> {
  for (const { staffId } of await listAdministrators(db)) {
    await FACTOR_LOCKED.queue(db, `${key}:${staffId}`, { staff_id: staffId }, `staff:${staffId}`)
  }
}

export const queueFactorReset = (db: Queries, staffId: number, key: string): Promise<void> =>
  FACTOR_RESET.queue(db, key, { staff_id: staffId }, `staff:${staffId}`)
