import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A checkout without packages, and programs in place of Node and npm. */
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-bootstrap-'))
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['package.json', 'scripts/bootstrap.sh'])
    copyFileSync(name, join(folder, name))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the script with a Node of this version, whose only other skill is to run npm. */
function bootstrap(version: string) {
  const node = join(folder, 'node')
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\nmkdir -p node_modules && echo "npm runs"\n`
  writeFileSync(node, script, { mode: 0o755 })
  const { status, stdout, stderr } = spawnSync('sh', [join(folder, 'scripts/bootstrap.sh')], {
    env: { PATH: '/usr/bin:/bin', npm_node_execpath: node, npm_execpath: 'npm' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it.each(['v18.20.4', 'v9.0.0'])(
  'OPS-12 Node %s is refused before packages are installed',
  (version) => {
    const { status, stdout, stderr } = bootstrap(version)
    expect(status).toBe(1)
    expect(stderr).toContain(`This is Node ${version.slice(1)}; Halyard needs Node 20 or later`)
    expect(stdout).not.toContain('npm runs')
  },
)

it.each(['v20.0.0', 'v24.21.0', 'v100.0.0'])('OPS-12 Node %s installs', (version) => {
  const { status, stdout } = bootstrap(version)
  expect(status).toBe(0)
  expect(stdout).toContain('npm runs')
})
