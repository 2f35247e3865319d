import { INVITATION_HOURS } from '#core/rules/link-life.ts'
import type { StaffRole } from '#core/rules/permissions.ts'

/** A role as pages show it. */
export const ROLE_LABELS: Readonly<Record<StaffRole, string>> = {
  coordinator: 'Coordinator',
  phlebotomist: 'Phlebotomist',
  clinician: 'Clinician',
  administrator: 'Administrator',
}

/** What each role may do, beside its check box. */
export const ROLE_HINTS: Readonly<Record<StaffRole, string>> = {
  coordinator: 'Events, attendees, run sheets and labels, the desk, laboratory files.',
  phlebotomist: 'The desk at the events of today.',
  clinician: 'Judges and releases results. Needs a registration number.',
  administrator: 'Accounts of the team. No medical data.',
}

/** Why an account was not changed. */
export const TEAM_REFUSALS = {
  'not-found': 'This account no longer exists.',
  changed:
    'Another person changed the account. Your changes were not stored. The page shows its state now.',
  'own-account': 'Another administrator has to change your account.',
  'wrong-state':
    'The state of the account does not allow this any more. The page shows its state now.',
  'last-administrator': 'One administrator has to stay active. Nothing was changed.',
  'known-person': 'A person with this address or this name is on the team already.',
} as const

/** After a change. */
export const TEAM_DONE: Readonly<Record<string, string>> = {
  invited: `The invitation is on its way. The link in it works for ${INVITATION_HOURS} hours.`,
  roles: 'The roles are changed.',
  suspend: 'The account is suspended. Its sessions have ended.',
  reactivate: 'The account is active again.',
  'reset-factor':
    'The authenticator app is removed. The person sets it up at the next sign-in, and is told by mail.',
  resend: 'A new invitation is on its way. The link of the earlier one no longer works.',
  withdraw: 'The invitation is withdrawn.',
}
