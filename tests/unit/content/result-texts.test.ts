import { expect, it } from 'vitest'
import { withReading } from '#content/read/reading.ts'
import { listResultTexts } from '#content/read/result-texts.ts'
import { LIGHTS, RISK_GROUPS, resultTextId } from '#results/rules/result.ts'
import { buildReading } from '#tests/fixtures/reading.ts'

const block = { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Words' }] }
const chanceOf = (withoutCancer: string) => ({
  withoutCancer,
  withCancer: 'Some do.',
  source: 'A study',
  approvedBy: 'A clinician',
  approvedOn: '2026-01-01',
})
const textOf = (_id: string, more: object = {}) => ({
  _id,
  sentence: 'A sentence.',
  meaning: [block],
  nextStep: [block],
  chance: chanceOf('Most do not.'),
  ...more,
})
const IDS = LIGHTS.flatMap((light) => RISK_GROUPS.map((risk) => resultTextId(light, risk)))
it('RES-02 CMS-06 the figure under red is of the same version as its sentence: both are the last good ones', async () => {
  const id = 'result-red-high'
  const faulty = textOf(id, { sentence: '', chance: chanceOf('Some other figure.') })
  const documents = IDS.map((each) => (each === id ? faulty : textOf(each)))
  const kept = { resultText: { [id]: textOf(id, { sentence: 'As it was.' }) } }
  const { reading } = buildReading(kept, [], { fetch: async () => documents })
  const texts = await withReading(reading, listResultTexts)
  expect(
    texts.find(({ light, riskGroup }) => light === 'red' && riskGroup === 'high'),
  ).toMatchObject({ sentence: 'As it was.', chance: expect.stringContaining('Most do not.') })
})
