import { afterEach, describe, expect, it } from 'vitest'
import { forgetContent, readOnce } from '#content/client.ts'
import { newDrafts, withDrafts } from '#content/drafts.ts'

afterEach(forgetContent)

/** Answers how often it has read. */
function counting() {
  let count = 0
  return readOnce(() => {
    count += 1
    return Promise.resolve(count)
  })
}

describe('a reader that reads once', () => {
  it('reads once per build, however many pages ask', async () => {
    const read = counting()
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    expect(await read()).toBe(1)
  })

  it('CMS-05 reads drafts once per request, and neither sees what the other read', async () => {
    const read = counting()
    await read()
    const request = newDrafts()
    expect(await withDrafts(request, read)).toBe(2)
    expect(await withDrafts(request, read)).toBe(2)
    expect(await withDrafts(newDrafts(), read)).toBe(3)
    expect(await read()).toBe(1)
  })

  it('readers do not share', async () => {
    const [one, another] = [counting(), counting()]
    await one()
    expect(await another()).toBe(1)
  })
})
