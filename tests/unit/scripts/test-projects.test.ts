import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ALL_ONLY, isAllOnly } from '../../../scripts/test/tiers.ts'
import config from '../../../vitest.config.ts'

type Project = { test: { name: string; maxWorkers?: number; sequence?: { groupOrder?: number } } }

const projects = (config.test?.projects ?? []) as Project[]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
/** `npm run …` commands that run several projects at once. */
const together = Object.entries(scripts)
  .map(([name, command]) => ({
    name,
    projects: [...command.matchAll(/--project (\w+)/g)].map(([, project = '']) => project),
  }))
  .filter((command) => command.projects.length > 1)

/** Vitest refuses to run two of them together that are in one group and have another number of workers. */
const setOf = ({ test: { maxWorkers, sequence } }: Project) => ({
  group: sequence?.groupOrder ?? 0,
  maxWorkers,
})

it('OPS-04 npm run attack runs several projects', () => {
  expect(together.map(({ name }) => name)).toEqual(['attack'])
})

it.each(together)('OPS-04 npm run $name: its projects can run together', ({ projects: names }) => {
  const sets = names
    .map((name) => projects.find(({ test }) => test.name === name))
    .map((found) => found && setOf(found))
  expect(sets).not.toContain(undefined)
  for (const one of sets) {
    const group = sets.filter((other) => other?.group === one?.group)
    expect(new Set(group.map((other) => other?.maxWorkers)).size).toBe(1)
  }
})

it('OPS-04 npm run attack runs every test that has a long form', () => {
  const named = scripts['attack']?.match(/(?<= )tests\/\S+/g) ?? []
  const long = globSync('tests/**/*.{ts,tsx}').filter((file) =>
    /^import .*\/long-attack\.ts'$/m.test(readFileSync(file, 'utf8')),
  )
  expect(long.length).toBeGreaterThan(10)
  expect(long.filter((file) => !named.some((path) => file.startsWith(path)))).toEqual([])
  expect(long.filter((file) => !/\.test\.tsx?$/.test(file))).toEqual([])
})

it('OPS-04 each pattern of what npm test leaves out names a test file', () => {
  const files = globSync('tests/**/*.{test,spec}.{ts,tsx}')
  const idle = ALL_ONLY.filter((pattern) => globSync(pattern).length === 0)
  expect(idle).toEqual([])
  expect(files.filter(isAllOnly).length).toBeLessThan(files.length / 8)
})
