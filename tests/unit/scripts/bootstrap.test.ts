import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** A checkout without packages, and programs in place of Node and npm. */
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-bootstrap-'))
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['package.json', 'scripts/bootstrap.sh'])
    copyFileSync(name, join(folder, name))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

const RUNS = 'exit 0'
const LACKS_LIBRARY = 'echo "libatomic.so.1: cannot open shared object file" >&2; exit 127'

/**
 * Runs the script with a Node of this version, whose only other skill is to run npm. npm installs a Node that does `installed`;
 * undefined: npm has left it out, because it could not be downloaded.
 */
function bootstrap(version: string, installed?: string) {
  const node = join(folder, 'node')
  const bin = join(folder, 'node_modules/.bin')
  const ours = join(bin, 'node')
  const write =
    installed === undefined
      ? ''
      : `printf '%s\\n' '#!/bin/sh' '${installed}' > ${ours}; chmod +x ${ours}`
  const script = `#!/bin/sh
[ "$1" = --version ] && echo ${version} && exit
echo "npm runs"
rm -rf ${bin} && mkdir -p ${bin}
${write}
`
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
    const { status, stdout, stderr } = bootstrap(version, RUNS)
    expect(status).toBe(1)
    expect(stderr).toContain(`This is Node ${version.slice(1)}; Halyard needs Node 20 or later`)
    expect(stdout).not.toContain('npm runs')
  },
)

it.each(['v20.0.0', 'v24.21.0', 'v100.0.0'])('OPS-12 Node %s installs', (version) => {
  const { status, stdout, stderr } = bootstrap(version, RUNS)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('npm runs')
})

it('OPS-12 a Node that lacks a library of the system names it, at each start, and nothing is installed again', () => {
  expect(bootstrap('v20.0.0', LACKS_LIBRARY).stdout).toContain('npm runs')
  const { status, stdout, stderr } = bootstrap('v20.0.0')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('does not run here: libatomic.so.1: cannot open shared object file')
  expect(stderr).toContain('apt-get install libatomic1')
})

it('OPS-12 an installation without a Node says so', () => {
  const { status, stderr } = bootstrap('v20.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('If its file is missing: npm ci')
})
