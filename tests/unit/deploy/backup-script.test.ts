import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let checkout: string
let kept: string

/** A checkout whose `node` is this script: its last argument is the folder of the backup. */
function nodeDoes(script: string): void {
  const node = join(checkout, 'node_modules/.bin/node')
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true })
  writeFileSync(node, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

const COMPLETE = 'mkdir -p "$2" && echo {} > "$2/manifest.json"'

/** A folder of an earlier night; `daysOld` is its age on the disk. */
function earlier(name: string, isComplete: boolean, daysOld: number): void {
  mkdirSync(join(kept, name))
  if (isComplete) writeFileSync(join(kept, name, 'manifest.json'), '{}')
  const at = Date.now() / 1000 - daysOld * 86_400
  utimesSync(join(kept, name), at, at)
}

const run = (keep: number | '' | 'all') =>
  spawnSync('sh', [join(checkout, 'deploy/backup.sh'), kept, String(keep)], { encoding: 'utf8' })

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'halyard-backup-script-'))
  kept = join(checkout, 'kept here')
  mkdirSync(join(checkout, 'deploy'))
  mkdirSync(kept)
  copyFileSync('deploy/backup.sh', join(checkout, 'deploy/backup.sh'))
})

afterEach(() => rmSync(checkout, { recursive: true, force: true }))

it('OPS-03 the nightly backup keeps the newest complete ones', () => {
  nodeDoes(COMPLETE)
  for (const day of ['01', '02', '03']) earlier(`2026-11-${day}T023000Z`, true, 20)
  expect(run(3)).toMatchObject({ status: 0, stderr: '' })
  const names = readdirSync(kept).sort()
  expect(names).toHaveLength(3)
  expect(names.slice(0, 2)).toEqual(['2026-11-02T023000Z', '2026-11-03T023000Z'])
})

it('OPS-03 it deletes what an interrupted run left, after a day, and nothing that is not a backup', () => {
  nodeDoes(COMPLETE)
  earlier('2026-11-01T023000Z', false, 2)
  earlier('2026-11-02T023000Z', false, 0)
  earlier('notes', false, 2)
  expect(run(3).status).toBe(0)
  expect(existsSync(join(kept, '2026-11-01T023000Z'))).toBe(false)
  expect(existsSync(join(kept, '2026-11-02T023000Z'))).toBe(true)
  expect(existsSync(join(kept, 'notes'))).toBe(true)
})

it.each([
  ['fails', 'mkdir -p "$2"; exit 1'],
  ['ends without a manifest', 'mkdir -p "$2"'],
  ['ends with an empty manifest', 'mkdir -p "$2"; : > "$2/manifest.json"'],
])('OPS-03 it fails, and deletes no earlier backup, when the backup %s', (_, script) => {
  nodeDoes(script)
  earlier('2026-11-01T023000Z', true, 20)
  expect(run(1).status).not.toBe(0)
  expect(readdirSync(kept)).toEqual(['2026-11-01T023000Z'])
})

it.each([0, -1, '', 'all'] as const)(
  'OPS-03 it makes and deletes nothing when it is to keep %j',
  (keep) => {
    nodeDoes(COMPLETE)
    earlier('2026-11-01T023000Z', true, 20)
    expect(run(keep).status).not.toBe(0)
    expect(readdirSync(kept)).toEqual(['2026-11-01T023000Z'])
  },
)

it('OPS-03 it can be executed', () => {
  expect(statSync('deploy/backup.sh').mode & 0o111).toBe(0o111)
})
