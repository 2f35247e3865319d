import { CHARACTER_LIMITS, NOTE_LIMITS } from '#core/rules/character-limits.ts'
import { isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { cleanLine, hasLineBreak, hasUnshowable } from '#core/rules/one-line.ts'
import { STAFF_ROLES, type StaffRole } from '#core/rules/permissions.ts'
import { personKey, readPerson } from '#core/rules/staff-person.ts'
import type { PostedForm } from '#staff/rules/posted-form.ts'
import { ROLE_HINTS, ROLE_LABELS } from '#staff/texts/team.ts'

export type Roles = { readonly roles: readonly StaffRole[]; readonly registration: string | null }
export type InvitedPerson = Roles & { readonly name: string; readonly email: string }

/** The check boxes of the roles. */
export const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({
  value,
  label: ROLE_LABELS[value],
  hint: ROLE_HINTS[value],
}))

/** The name as it is stored; undefined when records could not show it as 'Name, role'. */
export function readStaffName(typed: string): string | undefined {
  const name = cleanLine(typed).replace(/\s+/g, ' ')
  const fits = name.length <= CHARACTER_LIMITS.name && !hasUnshowable(name)
  const isPerson = readPerson(`${name}, administrator`)?.name === name && personKey(name) !== ''
  return fits && isPerson ? name : undefined
}

function readRegistration(typed: string): string | undefined {
  const text = cleanLine(typed)
  const isReadable = !hasLineBreak(text) && !hasUnshowable(text)
  return isReadable && text.length <= NOTE_LIMITS.registration ? text : undefined
}

/** The roles and the registration number of a form; else its faults. */
export function readRoles(form: PostedForm): Roles | { faults: Record<string, string> } {
  const faults: Record<string, string> = {}
  const roles = STAFF_ROLES.filter((role) => form.list('roles').includes(role))
  if (roles.length === 0) faults['roles'] = 'Choose at least one role.'
  const registration = readRegistration(form.text('registration'))
  if (registration === undefined) {
    faults['registration'] = `Use ${NOTE_LIMITS.registration} characters or fewer, on one line.`
  } else if (registration === '' && roles.includes('clinician')) {
    faults['registration'] = 'Enter the registration number of the clinician.'
  }
  return Object.keys(faults).length > 0 ? { faults } : { roles, registration: registration || null }
}

/** The person whom a form invites; else its faults, in the order of the fields. */
export function readInvitation(
  form: PostedForm,
): InvitedPerson | { faults: Record<string, string> } {
  const name = readStaffName(form.text('name'))
  const email = normaliseEmail(form.text('email'))
  const rights = readRoles(form)
  const faults = {
    ...(name === undefined && { name: 'Enter the name as it is on records, without a comma.' }),
    ...(!isEmail(email) && { email: 'Enter an email address, such as name@example.org.' }),
    ...('faults' in rights ? rights.faults : {}),
  }
  if (name === undefined || 'faults' in rights || Object.keys(faults).length > 0) return { faults }
  return { name, email, ...rights }
}
