import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseBarriers, withBarrier } from '../../../scripts/barriers/list.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const barriers = parseBarriers(read('tests/accessibility/barriers.md'))

describe('the list of barriers', () => {
  it('SITE-14 has 40 barriers, each once', () => {
    expect(barriers.map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
    expect(new Set(barriers.map(({ file, from }) => file + from)).size).toBeGreaterThan(35)
  })

  it.each(barriers)('SITE-14 $number fits the present source, and names a test', (barrier) => {
    const source = read(barrier.file)
    expect(withBarrier(source, barrier)).not.toBe(source)
    // A title with a value in it is compared up to that.
    expect(read(barrier.test.file)).toContain(barrier.test.title.split(/: |%s/)[0])
  })

  it('SITE-14 an entry that does not fit is an error', () => {
    const [barrier] = barriers
    if (barrier === undefined) throw new Error('The list is empty.')
    expect(() => withBarrier('', barrier)).toThrow(/occurs 0 times/)
    expect(() => withBarrier(barrier.from + barrier.from, barrier)).toThrow(/occurs 2 times/)
    expect(() => parseBarriers('## 1. No test')).toThrow(/of which 0/)
  })
})
