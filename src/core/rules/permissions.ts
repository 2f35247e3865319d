/** What a person on the staff is; one person may be several. The word is stored and audited as part of 'Name, role'. */
export const STAFF_ROLES = ['coordinator', 'phlebotomist', 'clinician', 'administrator'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Which roles may do what (STF-03). Menu, pages, commands and tests read this table. Rules that separate two people, such as those for the
 * two readers of a result, are in the database.
 */
const ROLES = {
  'see-today': STAFF_ROLES,
  'edit-events': ['coordinator'],
  /** Run sheets and labels. */
  'print-lists': ['coordinator'],
  /** A phlebotomist: at today's events only (`isForToday`). */
  'run-desk': ['coordinator', 'phlebotomist'],
  'correct-attendance': ['coordinator'],
  'import-results': ['coordinator', 'clinician'],
  /** How each laboratory writes its files. */
  'edit-mappings': ['coordinator'],
  /** Rows in quarantine, which two people end who did not import the file, tubes that get no result, and the balance of an event. */
  'end-rows': ['coordinator', 'clinician'],
  'judge-results': ['clinician'],
  'hold-results': ['coordinator', 'clinician'],
  'manage-team': ['administrator'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof ROLES
export const PERMISSIONS = Object.keys(ROLES) as readonly Permission[]

/** The roles that may do this. */
export const rolesFor = (permission: Permission): readonly StaffRole[] => ROLES[permission]

/** The role under which a person with these roles does this; undefined when they may not. */
export const roleFor = (
  roles: readonly StaffRole[],
  permission: Permission,
): StaffRole | undefined => rolesFor(permission).find((role) => roles.includes(role))

/** Whether a person with these roles does this at the events of today only. */
export const isForToday = (roles: readonly StaffRole[], permission: Permission): boolean =>
  permission === 'run-desk' && roleFor(roles, permission) === 'phlebotomist'
