import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SECTIONS } from '../../../studio/guide/guide.ts'
import { anchorOf } from '../../../studio/guide/markdown.ts'

const guide = readFileSync('docs/for-staff.md', 'utf8')
const operating = readFileSync('docs/operating.md', 'utf8')

const REQUESTS = 'What the Studio cannot do, and what to send to your operator'
const requests =
  SECTIONS.find(({ title }) => title === REQUESTS)?.blocks.filter(
    ({ kind }) => kind === 'heading',
  ) ?? []
const titles = requests.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))

const [, table = ''] = /\n## Requests of staff\n([\s\S]*?)\n## /.exec(operating) ?? []
const rows = [...table.matchAll(/^\| (?!request|---)(.+?) \| (.+) \|$/gm)].map(
  ([, request = '', commands = '']) => ({ request, commands }),
)

describe('what the Studio cannot do', () => {
  it('CMS-13 is a section of the Help, with the tasks of a manager', () => {
    expect(titles).toContain('Cancel an event')
    expect(titles).toContain('Something fails on the evening of an event')
  })

  it('CMS-13 each request has its row of commands in docs/operating.md', () => {
    expect(rows.map(({ request }) => request)).toEqual(titles)
  })

  it('CMS-13 docs/operating.md links to the section', () => {
    expect(table).toContain(`for-staff.md#${anchorOf(REQUESTS)})`)
  })

  it('CMS-13 each request says what to send or do, how long it takes, and whether it can be undone', () => {
    const [, part = ''] = guide.split(`## ${REQUESTS}\n`)
    const texts = part.split(/^### /m).slice(1)
    expect(texts).toHaveLength(titles.length)
    const incomplete = texts.filter(
      (text) =>
        !/^\* (\*\*(Send|Ask|Tell|Telephone)|Only a \*\*clinician\*\*)/m.test(text) ||
        !text.includes('**Takes**') ||
        !/undone|\*\*Undo:\*\*|Nothing is changed|minutes for a restart/.test(text),
    )
    expect(incomplete).toEqual([])
  })

  it('CMS-13 its commands exist', () => {
    const usages = globSync('scripts/{,operator/}*.ts').map((path) => readFileSync(path, 'utf8'))
    const commands = [...table.matchAll(/`npm run (\w+) -- ([\w-]+)(?: \w+ (add))?/g)].map(
      ([, name, verb]) => `npm run ${name} -- ${verb}`,
    )
    expect(commands.length).toBeGreaterThan(rows.length)
    const unknown = commands.filter((command) => !usages.some((text) => text.includes(command)))
    expect(unknown).toEqual([])
  })
})

/** Words of a terminal, of files of the program, and of its parts. */
const OF_OPERATORS =
  /\bnpm\b|\bnpx\b|terminal|command|environment|variable|\.json\b|\.env\b|localhost|127\.0|\bport\b|\bCSV\b|\bSQL\b|\bAPI\b|webhook|dataset|\btoken|stand-in|\bserver\b|database|\bdeploy|\bscript|\bgit\b|\bshell\b|--\w|[A-Z]{3,}_[A-Z]/

it('CMS-13 the guide for staff has no word of a terminal', () => {
  const found = guide.split('\n').flatMap((line) => OF_OPERATORS.exec(line)?.[0] ?? [])
  expect(found).toEqual([])
})
