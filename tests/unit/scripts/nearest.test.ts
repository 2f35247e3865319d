import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nearestTests, readTexts } from '../../../scripts/test/nearest.ts'

const texts = new Map([
  ['src/events/rules/slot.ts', ''],
  ['src/booking/contract/holds.ts', ''],
  ['src/booking/server/holds.ts', "import { slot } from '#events/rules/slot.ts'"],
  ['src/booking/server/database/booking.ts', 'sql`select booking.hold_slot(1)`'],
  ['supabase/routines/holds.sql', 'create function booking.hold_slot(p int) returns int as $$ $$;'],
  ['scripts/events.ts', "import { holds } from '#booking/server/holds.ts'"],
  ['tests/integration/setup.ts', "import '../../src/booking/server/holds.ts'"],
  ['tests/integration/a-command.test.ts', "run('scripts/events.ts')"],
  ['tests/integration/b-holds.test.ts', "import '#booking/contract/holds.ts'\nimport './setup.ts'"],
  [
    'tests/integration/c-setup.test.ts',
    "import './setup.ts'\nimport '#booking/server/database/booking.ts'",
  ],
  ['tests/integration/d-other.test.ts', ''],
  ['vitest.config.ts', "const setupFiles = ['tests/fixtures/setup.ts']"],
  ['tests/fixtures/setup.ts', ''],
  ['tests/integration/tables.test.ts', ''],
  ['tests/attack/kills.test.ts', "import '#booking/contract/holds.ts'"],
])
const name = (path: string) => path.replace(/^.*\/|\.test\.ts$/g, '')
const near = (changed: string[], most = 9) => nearestTests(changed, texts, most).map(name)

it.each([
  [
    'its contract, a setup file and a program',
    ['src/booking/server/holds.ts'],
    ['b-holds', 'a-command', 'c-setup'],
  ],
  ['a rule', ['src/events/rules/slot.ts'], ['a-command', 'b-holds', 'c-setup']],
  ['a file of routines', ['supabase/routines/holds.sql'], ['tables', 'c-setup']],
  ['a package', ['package-lock.json'], ['tables']],
  ['what sets up all tests', ['tests/fixtures/setup.ts'], ['tables']],
  [
    'a test',
    ['tests/integration/d-other.test.ts', 'src/booking/contract/holds.ts'],
    ['d-other', 'b-holds'],
  ],
  ['an attack', ['tests/attack/kills.test.ts'], ['kills']],
  ['a document', ['docs/glossary.md'], []],
])('a quick run finds the tests of a change by %s', (_, changed, tests) => {
  expect(near(changed)).toEqual(tests)
})

it('a quick run leaves out the tests that are farthest', () => {
  expect(near(['src/booking/server/holds.ts'], 2)).toEqual(['b-holds', 'a-command'])
})

it('a quick run finds tests in this repository', () => {
  const found = nearestTests(['src/booking/server/holds.ts'], readTexts(), 15)
  expect(found).toHaveLength(15)
  expect(found).toContain('tests/integration/booking/locked-event.test.ts')
  for (const file of found) expect(existsSync(file), file).toBe(true)
  expect(nearestTests(['package.json'], readTexts(), 15)).toHaveLength(5)
})
