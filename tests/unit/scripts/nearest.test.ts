import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nearestTests, readTexts } from '../../../scripts/test/nearest.ts'

const texts = new Map([
  ['src/domain/slot.ts', ''],
  ['src/contract/holds.ts', ''],
  ['src/server/services/holds.ts', "import { slot } from '#domain/slot.ts'"],
  ['src/server/repositories/booking.ts', 'sql`select booking.hold_slot(1)`'],
  ['supabase/routines/holds.sql', 'create function booking.hold_slot(p int) returns int as $$ $$;'],
  ['scripts/events.ts', "import { holds } from '#server/services/holds.ts'"],
  ['tests/integration/setup.ts', "import '../../src/server/services/holds.ts'"],
  ['tests/integration/a-command.test.ts', "run('scripts/events.ts')"],
  ['tests/integration/b-holds.test.ts', "import '#contract/holds.ts'\nimport './setup.ts'"],
  [
    'tests/integration/c-setup.test.ts',
    "import './setup.ts'\nimport '#server/repositories/booking.ts'",
  ],
  ['tests/integration/d-other.test.ts', ''],
  ['vitest.config.ts', "const setupFiles = ['tests/fixtures/setup.ts']"],
  ['tests/fixtures/setup.ts', ''],
  ['tests/integration/tables.test.ts', ''],
  ['tests/attack/kills.test.ts', "import '#contract/holds.ts'"],
])
const name = (path: string) => path.replace(/^.*\/|\.test\.ts$/g, '')
const near = (changed: string[], most = 9) => nearestTests(changed, texts, most).map(name)

it.each([
  [
    'its contract, a setup file and a program',
    ['src/server/services/holds.ts'],
    ['b-holds', 'a-command', 'c-setup'],
  ],
  ['a rule', ['src/domain/slot.ts'], ['a-command', 'b-holds', 'c-setup']],
  ['a file of routines', ['supabase/routines/holds.sql'], ['tables', 'c-setup']],
  ['a package', ['package-lock.json'], ['tables']],
  ['what sets up all tests', ['tests/fixtures/setup.ts'], ['tables']],
  [
    'a test',
    ['tests/integration/d-other.test.ts', 'src/contract/holds.ts'],
    ['d-other', 'b-holds'],
  ],
  ['an attack', ['tests/attack/kills.test.ts'], ['kills']],
  ['a document', ['docs/glossary.md'], []],
])('a quick run finds the tests of a change by %s', (_, changed, tests) => {
  expect(near(changed)).toEqual(tests)
})

it('a quick run leaves out the tests that are farthest', () => {
  expect(near(['src/server/services/holds.ts'], 2)).toEqual(['b-holds', 'a-command'])
})

it('a quick run finds tests in this repository', () => {
  const found = nearestTests(['src/server/services/holds.ts'], readTexts(), 15)
  expect(found).toHaveLength(15)
  expect(found).toContain('tests/integration/booking/locked-event.test.ts')
  for (const file of found) expect(existsSync(file), file).toBe(true)
  expect(nearestTests(['package.json'], readTexts(), 15)).toHaveLength(5)
})
