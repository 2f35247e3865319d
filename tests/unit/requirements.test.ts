import { describe, expect, it } from 'vitest'
import { checkRequirements, sectionReferences } from '../../scripts/requirements/check.ts'
import { parseRequirements } from '../../scripts/requirements/parse.ts'
import { testTitles } from '../../scripts/requirements/titles.ts'

const README = {
  path: 'docs/requirements/README.md',
  text: '## Areas\n\n| file | ids |\n|---|---|\n| [area.md](area.md) | PAY, SITE | all |',
}
const area = (...lines: string[]) => ({ path: 'docs/requirements/area.md', text: lines.join('\n') })
const testFile = (text: string) => ({ path: 'tests/some.test.ts', text })
const parse = (...lines: string[]) => parseRequirements([area(...lines)])
// Written in parts: the command itself reads this file, and the ids below do not exist.
const MISSING = ['SITE', '99'].join('-')
const SECTION = ['§', '7'].join('')

/** Every named file exists, and `npm test` runs every test. */
const ALL_EXIST = { exists: () => true, isAllOnly: () => false }

function faultsOf(lines: string[], tests: string, source = ''): readonly string[] {
  const files = [testFile(tests)]
  const sources = [...files, { path: 'src/some.ts', text: source }]
  return checkRequirements(parse(...lines), { ...ALL_EXIST, tests: files, sources }).faults
}

describe('reading the requirements', () => {
  it('reads id, title and marker of a heading', () => {
    const { requirements, faults } = parse(
      '# Area',
      '## PAY-01 Checkout (ours) (open: staff screens)',
    )
    expect(faults).toEqual([])
    expect(requirements).toEqual([
      {
        id: 'PAY-01',
        title: 'Checkout (ours) (open: staff screens)',
        file: 'docs/requirements/area.md',
        openFor: 'staff screens',
        isOfStandIn: false,
      },
    ])
  })

  it('a marker on a point does not mark the rule as open', () => {
    const { requirements } = parse('## SITE-01 Routes', '* `/checkout` (open: staff screens)')
    expect(requirements[0]?.openFor).toBeUndefined()
  })

  it.each([
    ['an id defined twice', ['## SITE-01 Routes', '## SITE-01 Again'], 'already defined'],
    ['a heading without an id', ['## Routes'], 'has no id'],
  ])('refuses %s', (_, lines, fault) => {
    expect(parse(...lines).faults).toEqual([expect.stringContaining(fault)])
  })

  it.each([
    ['that agrees', ['## SITE-01 Routes', '## PAY-01 Checkout'], []],
    ['with ids that the file has not', ['## SITE-01 Routes'], ['area.md has the ids "SITE"']],
    ['that lacks ids', ['## API-01 Fields', '## PAY-01 Checkout', '## SITE-01 Routes'], ['API']],
  ])('compares a table of areas %s', (_, lines, faults) => {
    expect(parseRequirements([README, area(...lines)]).faults).toEqual(
      faults.map((fault) => expect.stringContaining(fault)),
    )
  })

  it('refuses a table of areas that names a file too few', () => {
    const other = { path: 'docs/requirements/other.md', text: '## API-01 Fields' }
    const files = [README, area('## SITE-01 Routes', '## PAY-01 Checkout'), other]
    expect(parseRequirements(files).faults).toEqual([expect.stringContaining('other.md has')])
  })
})

describe('titles of tests', () => {
  it('finds it, test, describe, their variants and .each', () => {
    const text = `
      describe('one', () => { it("two", () => undefined) })
      test.describe('three', () => { test(\`four \${name}\`, () => undefined) })
      it.each([['not a title']])('five %s', () => undefined)
      it.each\`a\`('six', () => undefined)
      call('no title'); // it('a comment')
    `
    expect(testTitles(testFile(text))).toEqual([
      'one',
      'two',
      'three',
      ['four $', '{name}'].join(''),
      'five %s',
      'six',
    ])
  })
})

describe('comparing requirements and code', () => {
  it('accepts a rule whose test names it', () => {
    expect(faultsOf(['## SITE-01 Routes'], "it('SITE-01 answers', f)", '// SITE-01')).toEqual([])
  })

  it('does not count a comment in a test file as a test', () => {
    expect(faultsOf(['## SITE-01 Routes'], "// SITE-01\nit('answers', f)")).toEqual([
      'docs/requirements/area.md: no test names SITE-01',
    ])
  })

  it('lists an open rule and requires no test for it', () => {
    const parsed = parse('## PAY-01 Checkout (open: staff screens)')
    const report = checkRequirements(parsed, { ...ALL_EXIST, tests: [], sources: [] })
    expect(report.faults).toEqual([])
    expect(report.untested.map(({ id }) => id)).toEqual(['PAY-01'])
  })

  it('refuses a marker on a rule that has a test', () => {
    expect(
      faultsOf(['## PAY-01 Checkout (open: staff screens)'], "test('PAY-01 charges once', f)"),
    ).toEqual([expect.stringContaining('PAY-01 has a test')])
  })

  it('refuses a rule that only the long run proves, except one of a stand-in', () => {
    const tests = [testFile("it('SITE-01 answers', f)\nit('SITE-02 answers', f)")]
    const parsed = parse('## SITE-01 Routes', '## SITE-02 Copy (stand-in)')
    expect(
      checkRequirements(parsed, { ...ALL_EXIST, tests, sources: [], isAllOnly: () => true }).faults,
    ).toEqual(['docs/requirements/area.md: only npm run test:all proves SITE-01'])
  })

  it.each([
    ['title', `it('SITE-01 ${MISSING} answers', f)`, ''],
    ['comment', "it('SITE-01 answers', f)", `one\n// ${MISSING}`],
  ])('refuses an id in a %s that does not exist', (_, tests, source) => {
    expect(faultsOf(['## SITE-01 Routes'], tests, source)).toEqual([
      expect.stringContaining(`there is no requirement ${MISSING}`),
    ])
  })

  it('names the line of an id that does not exist', () => {
    expect(faultsOf(['## SITE-01 Routes'], "it('SITE-01 x', f)", `one\ntwo ${MISSING}`)[0]).toMatch(
      /^src\/some\.ts:2:/,
    )
  })

  it('does not read SHA-256 and AES-256 as ids', () => {
    expect(faultsOf(['## SITE-01 Routes'], "it('SITE-01 x', f)", 'SHA-256 AES-256')).toEqual([])
  })
})

describe('files that documents name', () => {
  it('refuses one that does not exist, with its line', () => {
    const text = 'Texts:\n`src/core/rules/gone.ts`, `src/core/rules/age.ts`, not `/checkout`.'
    const sources = [
      { path: 'docs/some.md', text },
      { path: 'src/some.ts', text },
    ]
    const exists = (path: string) => path === 'src/core/rules/age.ts'
    expect(checkRequirements(parse(), { ...ALL_EXIST, tests: [], sources, exists }).faults).toEqual(
      ['docs/some.md:2: there is no src/core/rules/gone.ts'],
    )
  })
})

describe('references to sections', () => {
  it('reports those of a document that is not a public standard', () => {
    const text = `// a rule (${SECTION})\n// RFC 9110 ${SECTION}.1\n// WCAG 2.2, ${SECTION}`
    expect(sectionReferences({ path: 'src/some.ts', text })).toEqual(['src/some.ts:1'])
  })

  it('refuses them in every file', () => {
    const files = [`it('SITE-01 answers', f) // ${SECTION}`, `// ${SECTION}`] as const
    expect(faultsOf(['## SITE-01 Routes'], ...files)).toEqual([
      'tests/some.test.ts:1: name a requirement instead of a section',
      'src/some.ts:1: name a requirement instead of a section',
    ])
  })
})
