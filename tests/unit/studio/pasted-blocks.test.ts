import { describe, expect, it, vi } from 'vitest'
import { blocksOf } from '../../../studio/pasted-blocks.ts'
import type { PastedBlock } from '../../../studio/pasted-html.ts'
import { BREAK, NO_MARKS, tidy } from '../../../studio/pasted-runs.ts'

const run = (text: string, more: object = {}) => ({ ...NO_MARKS, text, ...more })
const block = (...runs: ReturnType<typeof run>[]): PastedBlock => ({
  style: 'normal',
  item: undefined,
  runs,
})

let keys = 0
const newKey = () => {
  keys += 1
  return `k${keys}`
}
const allowed = {
  styles: ['normal', 'h2', 'h3'],
  hasTables: true,
  siteUrl: 'https://halyard.example',
  newKey,
}

describe('the words of a pasted paragraph', () => {
  it.each([
    ['spaces of Word between sentences', [run('in the rain.'), run(' '), run('They told us')]],
    ['two spaces', [run('in the rain.  They told us')]],
    ['a space at both ends of a border', [run('in the rain. '), run(' They told us')]],
    ['lines of the source', [run('\n  in the\n  rain. They'), run('\ntold us \n')]],
    ['a no-break space beside a space', [run('in the rain.\u00a0 They told us')]],
  ])('CMS-02 keep one space: %s', (_, runs) => {
    expect(tidy(runs)).toEqual([run('in the rain. They told us')])
  })

  it('CMS-02 keep line breaks inside, and none at the ends', () => {
    const runs = [run(BREAK), run('one '), run(BREAK), run('\n two'), run(BREAK), run(' ')]
    expect(tidy(runs)).toEqual([run('one\ntwo')])
  })

  it('CMS-02 have at most one empty line between two lines', () => {
    const breaks = Array.from({ length: 9 }, () => run(BREAK))
    expect(tidy([run('one'), ...breaks, run('two'), ...breaks])).toEqual([run('one\n\ntwo')])
  })

  it('CMS-02 take no more work for each of many runs', () => {
    /** How many characters the patterns and trimmings see. */
    const workFor = (count: number) => {
      let seen = 0
      const counted = [
        vi.spyOn(RegExp.prototype, 'test'),
        vi.spyOn(String.prototype, 'trimEnd'),
        vi.spyOn(String.prototype, 'trimStart'),
      ] as const
      const [test, ...trims] = counted
      tidy(Array.from({ length: count }, (_, index) => run(index % 3 === 0 ? BREAK : 'word ')))
      for (const [text] of test.mock.calls) seen += String(text).length
      for (const { mock } of trims) for (const text of mock.contexts) seen += String(text).length
      for (const spy of counted) spy.mockRestore()
      return seen
    }
    expect(workFor(2_000) / workFor(200)).toBeLessThan(11)
  })

  it('CMS-02 keep a single no-break space, and marks apart', () => {
    const runs = [run('at 10\u00a0am '), run('sharp', { isBold: true }), run(' ')]
    expect(tidy(runs)).toEqual([run('at 10\u00a0am '), run('sharp', { isBold: true })])
  })

  it('CMS-02 leave the space between two marked words without a mark', () => {
    const runs = [run('one', { isBold: true }), run(' '), run('two', { isItalic: true })]
    expect(tidy(runs)).toEqual(runs)
  })
})

describe('pasted text as blocks', () => {
  it('CMS-02 has one link for neighbouring words of one link, and none for an anchor', () => {
    const [made] = blocksOf(
      [
        block(
          run('the ', { href: 'http://club.example/' }),
          run('club', { href: 'http://club.example/', isItalic: true }),
          run(' and '),
          run('below', { href: '#_Toc1' }),
        ),
      ],
      allowed,
    )
    const { markDefs, children } = made as unknown as {
      markDefs: { _key: string }[]
      children: { text: string; marks: string[] }[]
    }
    expect(markDefs).toMatchObject([{ kind: 'external', url: 'https://club.example/' }])
    const key = markDefs[0]?._key
    expect(children.map(({ marks }) => marks)).toEqual([[key], ['em', key], [], []])
  })

  const table = {
    headerRows: 1,
    rows: [
      [[block(run('Runner'))], [block(run('Time'))]],
      [[block(run('Sam'))], []],
    ],
  }

  it('CMS-02 makes a table where the field has tables', () => {
    const [made] = blocksOf([table], allowed)
    expect(made).toMatchObject({
      _type: 'table',
      headerRows: 1,
      rows: [
        { _type: 'row', cells: [{ _type: 'cell', value: [{ style: 'normal' }] }, {}] },
        {
          cells: [
            { value: [{ children: [{ text: 'Sam' }] }] },
            { value: [{ children: [{ text: '' }] }] },
          ],
        },
      ],
    })
  })

  it('CMS-02 makes paragraphs where the field has neither tables nor headings', () => {
    const heading: PastedBlock = { style: 'h2', item: undefined, runs: [run('Times')] }
    const made = blocksOf([heading, table], { ...allowed, styles: ['normal'], hasTables: false })
    const words = made.map(({ children }) =>
      (children as { text: string }[]).map(({ text }) => text).join(''),
    )
    expect(words).toEqual(['Times', 'Runner – Time', 'Sam'])
    expect(made.every(({ style }) => style === 'normal')).toBe(true)
  })

  it('CMS-02 keeps kind and level of a step', () => {
    const step: PastedBlock = { ...block(run('Book')), item: { kind: 'number', level: 2 } }
    expect(blocksOf([step], allowed)).toMatchObject([{ listItem: 'number', level: 2 }])
  })
})
