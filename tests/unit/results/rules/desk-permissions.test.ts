import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rolesFor } from '#core/rules/permissions.ts'
import { OWN_UNDO_MS } from '#results/server/desk/desk-tube.ts'

const routines = readFileSync('supabase/routines/samples.sql', 'utf8')
const routine = (name: string) =>
  routines.split(/^create function /m).find((text) => text.startsWith(`lab.${name}(`)) ?? ''

it.each(['check_in', 'undo'])(
  'STF-03 CLI-04 lab.%s lets those who correct attendances do what others may not',
  (name) => {
    const roles = [...routine(name).matchAll(/p_by not like '%, (\w+)'/g)].map(([, role]) => role)
    expect(roles).toEqual(rolesFor('correct-attendance'))
  },
)

it('CLI-04 the page and lab.undo have the same minutes for undoing one’s own outcome', () => {
  const [, minutes] = routine('undo').match(/interval '(\d+) minutes'/) ?? []
  expect(Number(minutes) * 60_000).toBe(OWN_UNDO_MS)
})
