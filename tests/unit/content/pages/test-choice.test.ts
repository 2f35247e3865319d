import { expect, it } from 'vitest'
import { withReading } from '#content/read/reading.ts'
import { getTestChoice } from '#content/read/test-choice.ts'
import { differenceText } from '#content/rules/test-choice.ts'
import { choiceVersion } from '#content/server/test-choice.ts'
import { buildReading } from '#tests/fixtures/reading.ts'

const block = { _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: 'Words' }] }
const outcome = (kind: string, more: object = {}) => ({
  outcome: `A ${kind}`,
  kind,
  without: 9,
  with: 7,
  ...more,
})
const PAGE = {
  _id: 'testChoicePage',
  title: 'Is a PSA test right for me?',
  description: 'In numbers.',
  introduction: [block],
  people: 'aged 55 to 69',
  outcomes: [outcome('benefit'), outcome('harm', { without: 86, with: 116 })],
  health: {
    author: 'A nurse',
    reviewer: 'A doctor',
    reviewedOn: '2026-06-15',
    nextReviewOn: '2029-06-15',
    sources: [{ title: 'A study' }],
  },
}
const read = (page: object) =>
  withReading(
    buildReading({ testChoicePage: { testChoicePage: PAGE } }, [], { fetch: async () => page })
      .reading,
    getTestChoice,
  )

it('CONS-06 shows the outcomes with their differences', async () => {
  const { outcomes } = await read(PAGE)
  expect(outcomes.map(differenceText)).toEqual(['2 fewer', '30 more'])
})

it.each([
  ['only benefits', [outcome('benefit')]],
  ['only harms', [outcome('harm')]],
  ['more than 1,000 people', [outcome('benefit'), outcome('harm', { with: 1_001 })]],
  ['a part of a person', [outcome('benefit'), outcome('harm', { with: 1.5 })]],
  ['less than nobody', [outcome('benefit'), outcome('harm', { without: -1 })]],
])('CONS-06 %s: the last good version is shown', async (_, outcomes) => {
  const page = await read({ ...PAGE, title: 'Faulty', outcomes })
  expect(page).toMatchObject({ title: PAGE.title, outcomes: [{ with: 7 }, { with: 116 }] })
})

it('CONS-06 each change of the content is another version, and a stored copy has the same', async () => {
  const page = await read(PAGE)
  const version = choiceVersion(page)
  expect(version).toMatch(/^[0-9a-f]{16}$/)
  expect(choiceVersion(JSON.parse(JSON.stringify(page)) as object)).toBe(version)
  const changed = await read({ ...PAGE, outcomes: [PAGE.outcomes[0], outcome('harm')] })
  expect(choiceVersion(changed)).not.toBe(version)
})
