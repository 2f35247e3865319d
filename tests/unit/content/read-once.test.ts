import { describe, expect, it } from 'vitest'
import { newDrafts } from '#content/read/drafts.ts'
import { part, setSiteContent, withReading } from '#content/read/reading.ts'
import { readingOf } from '#tests/fixtures/reading.ts'

/** A reader that returns how often it has read. */
function countingReader(name: string) {
  let count = 0
  return () =>
    part(name, () => {
      count += 1
      return Promise.resolve(count)
    })
}

describe('a part of the content', () => {
  it('is read once for all pages of a build, which show what was read', async () => {
    const read = countingReader('one')
    const reading = readingOf()
    expect(await withReading(reading, () => Promise.all([read(), read()]))).toEqual([1, 1])
    await setSiteContent(reading)
    expect(await read()).toBe(1)
    expect(() => countingReader('other')()).toThrow('The build has not read other.')
  })

  it('CMS-05 is read once per preview, and shared with no other request and no page', async () => {
    const read = countingReader('drafts')
    const request = newDrafts()
    expect(await withReading(request, read)).toBe(1)
    expect(await withReading(request, read)).toBe(1)
    expect(await withReading(newDrafts(), read)).toBe(2)
    expect(read).toThrow('The build has not read drafts.')
  })
})
