import type { Permission, StaffRole } from '#core/rules/permissions.ts'
import { roleFor } from '#core/rules/permissions.ts'
import { sameSitePath } from '#core/rules/same-site-path.ts'

/** Who may open a page: those with a permission; 'signing-in': everybody, because the page is on the way to a session. */
type StaffPage = {
  readonly permission: Permission | 'signing-in'
  /** The text of its link in the menu. */
  readonly menu?: string
  /** The page of the menu that it belongs to, where its address names another one. */
  readonly under?: string
  /** Its form may send one file of at most 16 MiB. */
  readonly takesFile?: true
}

/** The pages below /staff by their route. A page that is not here is refused to everybody (STF-03). */
export const STAFF_PAGES: Readonly<Record<string, StaffPage>> = {
  '/staff': { permission: 'see-today', menu: 'Today' },
  '/staff/events': { permission: 'edit-events', menu: 'Events' },
  '/staff/events/new': { permission: 'edit-events' },
  '/staff/events/[id]': { permission: 'run-desk' },
  '/staff/events/[id]/edit': { permission: 'edit-events' },
  '/staff/events/[id]/publish': { permission: 'edit-events' },
  '/staff/events/[id]/run-sheet': { permission: 'print-lists' },
  '/staff/events/[id]/run-sheet.csv': { permission: 'print-lists' },
  '/staff/events/[id]/patient/[appointment]': { permission: 'run-desk' },
  '/staff/events/[id]/patient/[appointment]/undo': { permission: 'run-desk' },
  '/staff/events/[id]/walk-in': { permission: 'run-desk' },
  '/staff/events/[id]/paper': { permission: 'run-desk' },
  '/staff/events/[id]/balance': { permission: 'end-rows' },
  '/staff/events/[id]/close': { permission: 'correct-attendance' },
  '/staff/lab': { permission: 'import-results', menu: 'Laboratory', takesFile: true },
  '/staff/lab/mapping': { permission: 'edit-mappings', takesFile: true },
  '/staff/lab/files/[upload]': { permission: 'import-results' },
  '/staff/results/judge': { permission: 'judge-results', menu: 'Results' },
  '/staff/results/judge/[result]': { permission: 'judge-results' },
  '/staff/results/release': { permission: 'judge-results', under: '/staff/results/judge' },
  '/staff/results/thresholds': { permission: 'judge-results', under: '/staff/results/judge' },
  '/staff/calls': { permission: 'judge-results', menu: 'Calls' },
  '/staff/calls/[case]': { permission: 'judge-results' },
  '/staff/calls/[case]/checklist': { permission: 'judge-results' },
  '/staff/calls/[case]/other': { permission: 'judge-results' },
  '/staff/results': { permission: 'hold-results', menu: 'Find a result' },
  '/staff/results/[id]': { permission: 'hold-results' },
  '/staff/results/[id]/withdraw': { permission: 'judge-results' },
  '/staff/lab/waiting': { permission: 'end-rows' },
  '/staff/lab/waiting/[row]': { permission: 'end-rows' },
  '/staff/lab/repeat/[sample]': { permission: 'end-rows' },
  '/staff/labels': { permission: 'print-lists', menu: 'Labels' },
  '/staff/team': { permission: 'manage-team', menu: 'Team' },
  '/staff/team/new': { permission: 'manage-team' },
  '/staff/team/[id]': { permission: 'manage-team' },
  '/staff/sign-in': { permission: 'signing-in' },
  '/staff/sign-in/code': { permission: 'signing-in' },
  '/staff/sign-out': { permission: 'signing-in' },
  '/staff/join': { permission: 'signing-in' },
  '/staff/not-allowed': { permission: 'signing-in' },
}

/** Whether the path of a request or of a URL belongs to the staff's side, after `.` and `..` in it. */
export const isStaffPath = (path: string): boolean =>
  /^\/staff(?=\/|$)/.test(URL.parse(path, 'http://site')?.pathname ?? '')

/** Whether the form of the page at this path may send a file. */
export const takesFile = (path: string): boolean =>
  STAFF_PAGES[URL.parse(path, 'http://site')?.pathname ?? '']?.takesFile === true

/** Whether a person with these roles may open this page; of a page for the events of today, at an event of today. False for a page that is not there. */
export function opens(roles: readonly StaffRole[], route: string): boolean {
  const permission = STAFF_PAGES[route]?.permission
  return (
    permission !== undefined &&
    permission !== 'signing-in' &&
    roleFor(roles, permission) !== undefined
  )
}

/** Where a sign-in leads: back to the page that asked for it, when it is one of staff and not a step of the sign-in. */
export function afterSignIn(to: string | null | undefined): string {
  const path = sameSitePath(to)
  const isPage = path !== undefined && isStaffPath(path)
  return isPage && !/^\/staff\/(?:sign-|join|not-allowed)/.test(path) ? path : '/staff'
}

type MenuLink = { readonly href: string; readonly label: string }

/** The menu of a person with these roles: what it shows opens, and what does not open it does not show. */
export const menuFor = (roles: readonly StaffRole[]): MenuLink[] =>
  Object.entries(STAFF_PAGES).flatMap(([href, { menu }]) =>
    menu !== undefined && opens(roles, href) ? [{ href, label: menu }] : [],
  )

/** The link of a menu that the page at this path belongs to: the one with the longest address that the path begins with. */
export function currentLink(menu: readonly MenuLink[], path: string): string | undefined {
  const own = STAFF_PAGES[path]?.under ?? path
  const above = menu.filter(({ href }) =>
    href === '/staff' ? own === href : own === href || own.startsWith(`${href}/`),
  )
  return above.sort((a, b) => b.href.length - a.href.length)[0]?.href
}
