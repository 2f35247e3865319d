import { comparedName, isName } from '#core/rules/lab-key.ts'
import { STAFF_ROLES, type StaffRole } from '#core/rules/permissions.ts'

/** A person as a command names them; `by` is stored and audited, for example 'Ada Quill, clinician'. */
export type StaffPerson = { readonly name: string; readonly role: StaffRole; readonly by: string }

/** Characters that cannot be seen: control, format, private and unassigned ones. */
const UNSEEN = /\p{C}/u

const isRole = (text: string): text is StaffRole => STAFF_ROLES.some((role) => role === text)

/** Parses 'Name, role'; undefined when the name is not one (`isName`) or has characters that cannot be seen, or the role is none of `STAFF_ROLES`. */
export function readPerson(text: string): StaffPerson | undefined {
  const [name = '', role = '', ...rest] = text
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
  const known = role.toLowerCase()
  if (!isName(name) || UNSEEN.test(text) || rest.length > 0 || !isRole(known)) return undefined
  return { name, role: known, by: `${name}, ${known}` }
}

/** A form of address before a name, with or without a full stop; the name itself follows it. */
const TITLE = /^(?:dr|doctor|prof|professor|mr|mrs|ms|miss|mx|sir)[^\p{L}\p{N}]+(?=.*[\p{L}\p{N}])/u

/**
 * The form in which the name of a stored entry 'Name, role' is compared, without forms of address before it; stored beside the
 * entry and compared by the database too. 'Dr Ada Quill' is 'Ada Quill'; a name that is only a title keeps it.
 */
export function personKey(by: string): string {
  let name = (by.split(',')[0] ?? '').normalize('NFKD').toLowerCase().trim()
  for (let rest = ''; rest !== name; name = name.replace(TITLE, '')) rest = name
  return comparedName(name)
}

/** Whether two stored entries 'Name, role' are of one person, whatever the role and the spelling. */
export const isSamePerson = (one: string, other: string): boolean =>
  personKey(one) === personKey(other)
