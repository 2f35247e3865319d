import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { roleFor, STAFF_ROLES, type StaffRole } from '#core/rules/permissions.ts'
import { currentLink, isStaffPath, menuFor, STAFF_PAGES } from '#staff/rules/pages.ts'

const root = join(import.meta.dirname, '../../..')

/** The files of the pages below /staff, and of endpoints, by route; parts of pages begin with '_'. */
const FILES = new Map(
  globSync('src/pages/staff{,/**}/*.{astro,ts}', { cwd: root })
    .filter((file) => !/\/_/.test(file))
    .map((file) => [
      file.replace(/^src\/pages/, '').replace(/(\/index)?\.(astro|ts)$/, ''),
      readFileSync(join(root, file), 'utf8'),
    ]),
)

/** Every choice of roles, none included. */
const CHOICES: StaffRole[][] = Array.from({ length: 2 ** STAFF_ROLES.length }, (_, bits) =>
  STAFF_ROLES.filter((_, at) => bits & (2 ** at)),
)

it('STF-03 the table of pages has every page below /staff, and no other', () => {
  expect(Object.keys(STAFF_PAGES).sort()).toEqual([...FILES.keys()].sort())
})

it.each([...FILES])(
  'STF-01 STF-03 is rendered for its visitor, never a file of the build: %s',
  (_, text) => {
    expect(text).toMatch(/^export const prerender = false$/m)
  },
)

it('STF-01 the build has no other files below /staff', () => {
  expect(existsSync(join(root, 'public/staff'))).toBe(false)
})

it('STF-03 the menu has what opens, and nothing else, for every choice of roles', () => {
  for (const roles of CHOICES) {
    const opens = Object.entries(STAFF_PAGES)
      .filter(([, { menu }]) => menu !== undefined)
      .filter(([, { permission }]) => permission !== 'signing-in' && roleFor(roles, permission))
    expect(
      menuFor(roles).map(({ href }) => href),
      roles.join(),
    ).toEqual(opens.map(([route]) => route))
  }
  expect(menuFor([])).toEqual([])
})

it.each([
  ['/staff', '/staff'],
  ['/staff/events/7/close', '/staff/events'],
  ['/staff/lab/waiting/x', '/staff/lab'],
  ['/staff/results', '/staff/results'],
  ['/staff/results/7/withdraw', '/staff/results'],
  ['/staff/results/judge/7', '/staff/results/judge'],
  ['/staff/results/release', '/staff/results/judge'],
  ['/staff/results/thresholds', '/staff/results/judge'],
  ['/staff/labels', '/staff/labels'],
  ['/staff/not-allowed', undefined],
])('STF-03 one link of the menu is marked on a page: %s', (path, link) => {
  expect(currentLink(menuFor(STAFF_ROLES), path)).toBe(link)
})

it('STF-03 a link of the menu names no case, and its page needs a permission', () => {
  for (const [route, { menu, permission }] of Object.entries(STAFF_PAGES)) {
    if (menu === undefined) continue
    expect(route).not.toContain('[')
    expect(permission).not.toBe('signing-in')
  }
})

it.each([
  ['/staff', true],
  ['/staff/team', true],
  ['/staff?to=x', true],
  ['/staff/', true],
  ['/x/../staff', true],
  ['/staff/..', false],
  ['/staff/../event/1', false],
  ['/staffing', false],
  ['/staff.html', false],
  ['/STAFF', false],
  ['//staff', false],
  ['/staff%2Fteam', false],
  ['/', false],
])('STF-01 belongs to the staff or not: %s', (path, expected) => {
  expect(isStaffPath(path)).toBe(expected)
})
