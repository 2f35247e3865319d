import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { thirdPartyNotices } from '#shared/node/third-party-notices.ts'

const root = mkdtempSync(join(tmpdir(), 'halyard-notices-'))
afterAll(() => rmSync(root, { recursive: true }))

function install(folder: string, json: object, files: Record<string, string> = {}): void {
  for (const [name, text] of Object.entries({ ...files, 'package.json': JSON.stringify(json) })) {
    const path = join(root, folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

const mit = (holder: string) => ({ LICENSE: `MIT License\r\n\r\nCopyright ${holder}\n` })

describe('the notices of third parties', () => {
  it('OPS-13 have every package of the run time once, nested versions too, and none for development', () => {
    install('.', {
      dependencies: { a: '1', b: '1' },
      devDependencies: { tool: '1' },
      optionalDependencies: { absent: '1' },
    })
    install(
      'node_modules/a',
      { name: 'a', version: '1.0.0', license: 'MIT', dependencies: { c: '2', b: '1' } },
      mit('A'),
    )
    install(
      'node_modules/a/node_modules/c',
      { name: 'c', version: '2.0.0', license: 'MIT' },
      mit('A'),
    )
    install(
      'node_modules/b',
      { name: 'b', version: '1.1.0', license: 'ISC', dependencies: { a: '1', c: '1' } },
      {
        'licence.md': 'ISC text',
        NOTICE: 'A notice',
      },
    )
    install('node_modules/c', { name: 'c', version: '1.0.0', license: 'MIT' }, mit('C'))
    install('node_modules/tool', { name: 'tool', version: '1.0.0' }, mit('T'))
    const line = `\n${'-'.repeat(80)}\n\n`
    expect(thirdPartyNotices(root)).toBe(
      [
        'This software contains the following packages, each under its own licence.\n',
        'a 1.0.0\nc 2.0.0\n\nLicence: MIT\n\nMIT License\n\nCopyright A\n',
        'b 1.1.0\n\nLicence: ISC\n\nA notice\n\nISC text\n',
        'c 1.0.0\n\nLicence: MIT\n\nMIT License\n\nCopyright C\n',
      ].join(line),
    )
  })

  it('OPS-13 name every direct dependency of this site, with the licence of its scripts and its font', () => {
    const here = join(import.meta.dirname, '../../..')
    const notices = thirdPartyNotices(here)
    const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    for (const [name, version] of Object.entries(dependencies)) {
      expect(notices).toContain(`${name} ${version}\n`)
    }
    expect(notices).toContain('SIL OPEN FONT LICENSE')
    expect(notices).toContain('Permission is hereby granted, free of charge')
    const bare = notices.split('-'.repeat(80)).filter((text) => /Licence: [^\n]*\s*$/.test(text))
    expect(bare).toEqual([])
    expect(notices).toMatch(/Licence: MIT\n\nCopyright \(c\) Luke Edwards\n\nPermission/)
    expect(notices).toMatch(/Licence: LGPL-3.0-or-later\n\nCopyright \(c\) Lovell Fuller\n/)
    expect(notices).not.toMatch(/^vitest \d/m)
  })
})
