import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const units = globSync('deploy/*.{service,timer}')
const documents = ['README.md', 'CONTRIBUTING.md', 'docs/operating.md', 'docs/for-staff.md']
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Lines such as `NoNewPrivileges=yes` of a unit. */
const settings = (path: string) =>
  new Map(
    read(path)
      .split('\n')
      .filter((line) => /^[A-Z]\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s) as [string, string]),
  )

const commandsIn = (text: string) =>
  [...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)

it.each([...documents, ...units])('OPS-17 %s names files and commands that exist', (path) => {
  const text = read(path)
  const files = [...text.matchAll(/\bdeploy\/([\w@.-]*\w)/g)].map(
    ([, name = '']) => `deploy/${name}`,
  )
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(
    commandsIn(text).filter((name) => name !== 'bench:' && scripts[name] === undefined),
  ).toEqual([])
})

it('OPS-17 README lists every command', () => {
  const [, table = ''] = read('README.md').split('\n## Commands\n')
  const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((row) => /^\| `(?!npm)/.test(row))
  const listed = rows.flatMap((row) => {
    const names = [...(row.split(' | ')[0] ?? '').matchAll(/`(?:run )?([^` ]+)[^`]*`/g)]
    const [first, ...others] = names.map(([, name = '']) => name)
    return first?.endsWith(':…')
      ? others.map((name) => first.replace('…', name))
      : [first, ...others]
  })
  const hooks = /^(pre|post)/
  expect(listed.sort()).toEqual(
    Object.keys(scripts)
      .filter((name) => !hooks.test(name))
      .sort(),
  )
})

it('OPS-17 the index of the decisions lists every decision', () => {
  const files = globSync('[0-9]*.md', { cwd: 'docs/decisions' })
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| \[\d{3}\]\((.+)\) \|/gm)]
  expect(listed.map(([, name]) => name)).toEqual(files.sort())
})

it('OPS-17 the backup runs in the sandbox of the server, with its user and its environment', () => {
  const server = settings('deploy/halyard@.service')
  const backup = settings('deploy/halyard-backup.service')
  const shared = [...server].filter(([name]) =>
    /^(Protect|Private|Restrict(?!art)|NoNew|Capability|Lock|SystemCall|User$|EnvironmentFile$)/.test(
      name,
    ),
  )
  expect(shared.length).toBeGreaterThan(8)
  expect(shared.filter(([name, value]) => backup.get(name) !== value)).toEqual([])
  expect(read('deploy/halyard.sysusers')).toMatch(new RegExp(`^u ${server.get('User')} `, 'm'))
})

it('OPS-17 the backup writes into its state folder', () => {
  const backup = settings('deploy/halyard-backup.service')
  expect(backup.get('ExecStart')).toContain(`/var/lib/${backup.get('StateDirectory')} `)
})

it.each(['deploy/halyard@.service', 'deploy/halyard-backup.service'])(
  'OPS-17 a failure of %s is mailed',
  (unit) => {
    expect(settings(unit).get('OnFailure')).toBe('halyard-failed@%N.service')
    expect(existsSync('deploy/halyard-failed@.service')).toBe(true)
  },
)
