import { beforeAll, expect, it } from 'vitest'
import { getResultLetter } from '#results/contract/results.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { buildReleased, hide } from '#tests/fixtures/released-result.ts'
import { auditOf, type Reader, readingSite } from './reading-setup.ts'

const site = perFile(readingSite)
let reader: Reader
let resultId: string

beforeAll(async () => {
  reader = await site.newReader()
  const built = await buildReleased(site.database, site.sealer, reader.profileId, {
    light: 'amber',
    value: '≤0.1',
  })
  resultId = built.resultId
})

const letter = () =>
  reader.visitor.call(getResultLetter, { profileId: reader.profileId, result_id: resultId })

it('RES-04 the letter is a tagged PDF in British English, not stored by caches, and recorded', async () => {
  const { status, headers, text } = await letter()
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe('attachment; filename="letter-2026-11-05.pdf"')
  expect(headers.get('cache-control')).toBe('no-store')
  for (const part of [
    '%PDF-1.7',
    '/StructTreeRoot',
    '/Lang (en-GB)',
    '/Marked true',
    '/FontFile2',
  ]) {
    expect(text).toContain(part)
  }
  expect(await auditOf(site.database, reader)).toEqual([`result-letter-read result:${resultId}`])
})

it('RES-04 generated again, the letter has the same bytes', async () => {
  const [one, other] = [await letter(), await letter()]
  expect(one.text.length).toBeGreaterThan(5_000)
  expect(other.text).toBe(one.text)
})

it('RES-04 the letter names whom the sample was taken from: a later change of the profile changes nothing', async () => {
  const before = await letter()
  await site.database.query(
    `update app.profiles set first_name = 'Another', last_name = 'Person', birth_date = '1950-01-01' where profile_id = $1`,
    [reader.profileId],
  )
  expect((await letter()).text).toBe(before.text)
})

it('RES-02 RES-05 an earlier letter loses its advice when a newer result is released, and its reference to that one when it is held', async () => {
  const other = await site.newReader()
  const { profileId, visitor } = other
  const build = (takenAt: string) =>
    buildReleased(site.database, site.sealer, profileId, { takenAt, light: 'green' })
  const old = await build('2025-11-05T10:20:00Z')
  const oldLetter = async () => {
    const { text } = await visitor.call(getResultLetter, { profileId, result_id: old.resultId })
    return { text, says: /version \d+\.\d+, ([a-z-]+)\)/.exec(text)?.[1] }
  }
  const alone = await oldLetter()
  expect(alone.says).toBe('all')
  const newer = await build('2026-11-05T10:20:00Z')
  const earlier = await oldLetter()
  expect(earlier.says).toBe('earlier')
  expect((await oldLetter()).text).toBe(earlier.text)
  await hide(site.database, 'hold', newer.resultId)
  const ask = await oldLetter()
  expect(ask.says).toBe('earlier-ask')
  expect((await oldLetter()).text).toBe(ask.text)
})

it('RES-04 without the texts of the CMS there is no letter', async () => {
  site.lake.isAway = true
  const { status, body } = await letter()
  site.lake.isAway = false
  expect([status, body['reason']]).toEqual([503, 'unavailable'])
})

it('RES-05 a withheld result has no letter', async () => {
  await hide(site.database, 'hold', resultId)
  const { status, body } = await letter()
  expect([status, body['reason']]).toEqual([404, 'result-not-found'])
})
