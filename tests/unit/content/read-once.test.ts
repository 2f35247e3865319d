import { afterEach, describe, expect, it } from 'vitest'
import { clearContent, readOnce } from '#content/read/client.ts'
import { newDrafts, withDrafts } from '#content/read/drafts.ts'

afterEach(clearContent)

/** A reader that returns how often it has read. */
function countingReader() {
  let count = 0
  return readOnce(() => {
    count += 1
    return Promise.resolve(count)
  })
}

describe('readOnce', () => {
  it('reads once per build for all pages', async () => {
    const read = countingReader()
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    expect(await read()).toBe(1)
  })

  it('CMS-05 reads drafts once per request, and shares them with no other request', async () => {
    const read = countingReader()
    await read()
    const request = newDrafts()
    expect(await withDrafts(request, read)).toBe(2)
    expect(await withDrafts(request, read)).toBe(2)
    expect(await withDrafts(newDrafts(), read)).toBe(3)
    expect(await read()).toBe(1)
  })

  it('shares no value between readers', async () => {
    const [one, another] = [countingReader(), countingReader()]
    await one()
    expect(await another()).toBe(1)
  })
})
