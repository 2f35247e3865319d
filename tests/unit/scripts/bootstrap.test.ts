import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
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
  freeDisk(2_200)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What `df` says from now on, in megabytes. */
function freeDisk(free: number) {
  const script = `#!/bin/sh\necho 'Filesystem 1024-blocks Used Available Capacity Mounted'\necho '/dev/x 1 1 ${free * 1024} 1% /a b'\n`
  writeFileSync(join(folder, 'df'), script, { mode: 0o755 })
}

const RUNS = 'exit 0'
const LACKS_LIBRARY = 'echo "libatomic.so.1: cannot open shared object file" >&2; exit 127'

/**
 * Runs the script with a Node of this version, whose only other skill is to run npm. npm installs a Node that does `installed`;
 * undefined: npm has left it out, because it could not be downloaded.
 */
function bootstrap(version: string, installed?: string, env: Record<string, string> = {}) {
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
    env: { PATH: `${folder}:/usr/bin:/bin`, npm_node_execpath: node, npm_execpath: 'npm', ...env },
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

it('OPS-12 a Node that does not run is replaced by the host’s, if that is 24 or later', () => {
  const { status, stdout } = bootstrap('v24.0.0', LACKS_LIBRARY)
  expect(status).toBe(0)
  expect(stdout).toContain('libatomic.so.1: cannot open shared object file): this computer')
  expect(readlinkSync(join(folder, 'node_modules/.bin/node'))).toBe(join(folder, 'node'))
  expect(bootstrap('v24.0.0')).toEqual({ status: 0, stdout: '', stderr: '' })
})

it('OPS-12 an installation without a Node says so', () => {
  const { status, stderr } = bootstrap('v20.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('If its file is missing: npm ci')
})

it('OPS-12 the first installation says what it needs, and is refused on a disk that is too small', () => {
  expect(bootstrap('v20.0.0', RUNS).stdout).toContain(
    'needs about 2.2 GB of disk (free: 2200 MB) and downloads',
  )
  rmSync(join(folder, 'node_modules'), { recursive: true })
  freeDisk(2_199)
  const { status, stdout, stderr } = bootstrap('v20.0.0', RUNS)
  expect(status).toBe(1)
  expect(stdout).not.toContain('npm runs')
  expect(stderr).toContain(`There is too little disk in ${folder}: free some space`)
  expect(bootstrap('v20.0.0', RUNS, { FORCE_INSTALL: '1' }).stdout).toContain('npm runs')
})

it('OPS-12 an installation that fills the disk says so in one sentence', () => {
  mkdirSync(join(folder, 'node_modules'))
  const failing = join(folder, 'npm')
  writeFileSync(failing, '#!/bin/sh\nexit 228\n', { mode: 0o755 })
  const env = { npm_execpath: '' }
  expect(bootstrap('v20.0.0', RUNS, env)).toMatchObject({ status: 1, stderr: '' })
  freeDisk(99)
  expect(bootstrap('v20.0.0', RUNS, env).stderr).toBe(
    `The disk of ${folder} is full: free some space and start again.\n`,
  )
})

it('OPS-12 an installation that filled the disk is not believed, although npm succeeds', () => {
  mkdirSync(join(folder, 'node_modules'))
  freeDisk(99)
  const { status, stderr } = bootstrap('v20.0.0', RUNS)
  expect(status).toBe(1)
  expect(stderr).toBe(`The disk of ${folder} is full: free some space and start again.\n`)
  freeDisk(100)
  expect(bootstrap('v20.0.0', RUNS).stdout).toContain('npm runs')
})
