/** What a person who runs a command does for the charity. */
export const STAFF_ROLES = ['clinic lead', 'phlebotomist', 'results clerk', 'clinician'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** A person as a command names them; `by` is stored and audited, for example 'Ada Quill, clinician'. */
export type StaffPerson = { readonly name: string; readonly role: StaffRole; readonly by: string }

const isRole = (text: string): text is StaffRole => STAFF_ROLES.some((role) => role === text)

/** Parses 'Name, role'; undefined when the name is missing or the role is none of `STAFF_ROLES`. */
export function readPerson(text: string): StaffPerson | undefined {
  const [name = '', role = '', ...rest] = text
    .split(',')
    .map((part) => part.trim().replace(/\s+/g, ' '))
  const known = role.toLowerCase()
  if (name === '' || rest.length > 0 || !isRole(known)) return undefined
  return { name, role: known, by: `${name}, ${known}` }
}

/** Whether two stored entries 'Name, role' are of one person, whatever the role; the same as lab.person_key. */
export const isSamePerson = (one: string, other: string): boolean => {
  const nameOf = (by: string) => (by.split(',')[0] ?? '').trim().toLowerCase()
  return nameOf(one) === nameOf(other)
}

/** What the commands about samples and results do. */
export type StaffAction = 'record-attendance' | 'import-results' | 'judge-results' | 'hold-results'

const MAY: Record<StaffAction, readonly StaffRole[]> = {
  'record-attendance': ['clinic lead', 'phlebotomist'],
  'import-results': ['results clerk', 'clinician'],
  'judge-results': ['clinician'],
  'hold-results': ['results clerk', 'clinician'],
}

/** The roles that may do this. */
export const rolesFor = (action: StaffAction): readonly StaffRole[] => MAY[action]
