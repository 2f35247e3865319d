import { afterAll, beforeAll, expect, it } from 'vitest'
import { getResultLetter } from '#contract/results.ts'
import { readResults } from '#server/repositories/released-results.ts'
import { letterOf } from '#server/services/results-letter.ts'
import { buildReleased, hide } from '#tests/fixtures/released-result.ts'
import { auditOf, type Reader, type ReadingSite, readingSite } from './reading-setup.ts'

const SENDER = {
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  address: ['The Old Sail Loft'],
  medicalPhone: '01632 960 145',
  email: 'hello@halyard.example',
  charityNumber: '0000000',
}

let site: ReadingSite
let reader: Reader
let resultId: string

beforeAll(async () => {
  site = await readingSite()
  reader = await site.newReader()
  const built = await buildReleased(site.database, site.sealer, reader.profileId, {
    light: 'amber',
    value: '≤0.1',
  })
  resultId = built.resultId
})
afterAll(() => site.close())

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

it('RES-04 name and birth date of the sample are in the letter', async () => {
  const patient = { name: 'Arthur Pendle', birthDate: '1960-02-03' }
  const letterTo = async (whom: typeof patient) => {
    const [result] = await readResults(site.database, site.sealer, reader, {
      why: 'result-letter-read',
      requestId: 'r',
    })
    if (result === undefined || typeof result.content === 'string') throw new Error('No result.')
    const content = { ...result.content, patient: whom }
    const { bytes } = await letterOf({ ...result, content }, { sender: SENDER, text: undefined })
    return Buffer.from(bytes).toString('base64')
  }
  const letters = [
    patient,
    { ...patient, name: 'Albert Pendle' },
    { ...patient, birthDate: '1960-03-02' },
  ].map(letterTo)
  expect(new Set(await Promise.all(letters)).size).toBe(3)
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
