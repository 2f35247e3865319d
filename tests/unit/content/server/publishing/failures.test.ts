import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { causeInLog } from '#content/server/publishing/build/log-cause.ts'
import { noteFailing, readFailing } from '#content/server/publishing/publish/failing-since.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-failures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const causeOf = (log: string) => {
  const file = join(folder, 'build.log')
  writeFileSync(file, log)
  return causeInLog(file)
}

describe('why publications fail', () => {
  it.each([
    ['Error: ENOSPC: no space left on device, write', { kind: 'disk', code: 'ENOSPC', pages: [] }],
    [
      "ENOENT: no such file or directory, mkdir '/srv/halyard/.astro/collections/'",
      { kind: 'disk', code: 'ENOENT', pages: [] },
    ],
    [
      "ENAMETOOLONG: name too long, mkdir '/a'",
      { kind: 'unknown', code: 'ENAMETOOLONG', pages: [] },
    ],
    ['connect ECONNREFUSED 127.0.0.1:9', { kind: 'content-lake', code: 'ECONNREFUSED', pages: [] }],
    [
      '[ERROR] Caught error rendering /news/open-day: Error: what Ann Example wrote\n[ERROR] Caught error rendering /news/open-day: again\nCaught error rendering /golf: x',
      { kind: 'page', code: undefined, pages: ['/news/open-day', '/golf'] },
    ],
    ['Something else', { kind: 'unknown', code: undefined, pages: [] }],
  ])('CMS-04 a log says the kind, a code and the pages, and no text: %s', (log, cause) => {
    expect(causeOf(`${'[build] a page\n'.repeat(100_000)}${log}\n`)).toEqual(cause)
  })

  it('CMS-04 without a log the disk is the cause', () => {
    expect(causeInLog(join(folder, 'none'))).toEqual({ kind: 'disk', pages: [] })
  })

  it('CMS-04 since when they fail stays through further failures and a restart, and ends with a success', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute))
    expect(readFailing(folder)).toBeUndefined()
    noteFailing(folder, 'page', at(1))
    noteFailing(folder, 'disk', at(2))
    expect(readFailing(folder)).toEqual({ since: at(1).toISOString(), kind: 'disk' })
    noteFailing(folder, undefined, at(3))
    expect(readFailing(folder)).toBeUndefined()
    writeFileSync(join(folder, 'failing.json'), '{"since":')
    expect(readFailing(folder)).toBeUndefined()
    noteFailing(join(folder, 'missing'), 'disk', at(4))
  })
})
