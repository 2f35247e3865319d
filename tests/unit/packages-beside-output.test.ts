import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkPackages } from '../../integrations/packages-beside-output.ts'

let folder: string
let root: string
let outDir: string
const beside = () => join(folder, 'data/releases/node_modules')

const install = (packages: string, ...names: string[]) => {
  for (const name of names) mkdirSync(join(packages, name), { recursive: true })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-packages-'))
  root = join(folder, 'program')
  outDir = join(folder, 'data/releases/new')
  mkdirSync(join(folder, 'data/releases'), { recursive: true })
  const names = ['a', '@b/c', 'd', 'e']
  install(join(root, 'node_modules'), ...names)
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the packages beside a build outside the repository', () => {
  it('CMS-04 are linked', () => {
    linkPackages(root, outDir)
    expect(existsSync(join(beside(), '@b/c'))).toBe(true)
  })

  it.each<[string, () => void]>([
    ['is gone', () => {}],
    ['is empty', () => install(join(folder, 'earlier'), 'other')],
    ['is that of another release', () => install(join(folder, 'earlier'), 'a', '@b/c', 'd', 'e')],
  ])('CMS-04 are linked again when the installation that they were linked to %s', (_, leave) => {
    leave()
    symlinkSync(join(folder, 'earlier'), beside(), 'dir')
    linkPackages(root, outDir)
    expect(readlinkSync(beside())).toBe(join(root, 'node_modules'))
  })

  it('CMS-04 missing in a folder that is no link: the message names the folder, and says to delete it', () => {
    install(beside(), 'a', 'd')
    expect(() => linkPackages(root, outDir)).toThrow(
      `${beside()} lacks the packages @b/c, e, which the pages need while they are built. Delete this folder`,
    )
  })

  it.each(['data/releases/new', 'program/dist'])(
    'CMS-04 missing in the installation, for a build in %s: the message names them and the command',
    (out) => {
      rmSync(join(root, 'node_modules'), { recursive: true })
      expect(() => linkPackages(root, join(folder, out))).toThrow(
        `${join(root, 'node_modules')} lacks the packages a, @b/c, d and 1 more, so the pages cannot be built. Run in ${root}: npm ci `,
      )
    },
  )

  it('CMS-04 npm run build without any package says what to run', () => {
    cpSync('scripts/check-packages.sh', join(root, 'scripts/check-packages.sh'))
    const { status, stderr } = spawnSync('sh', [join(root, 'scripts/check-packages.sh')])
    expect(status).toBe(1)
    expect(String(stderr)).toMatch(/The packages are not installed in .*\nRun there: npm ci /)
  })
})
