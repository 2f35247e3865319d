import { expect, it } from 'vitest'
import { approvedChance, CHANCE_FIELDS } from '#results/rules/result.ts'

const CHANCE = {
  withoutCancer: 'About 3 in 4 do not have cancer.',
  withCancer: 'About 1 in 4 do.',
  source: 'the sample',
  approvedBy: 'Dr Orla Fenwright',
  approvedOn: '2026-11-02',
}
const TODAY = '2026-11-26'

it('RES-02 red says in one sourced figure how many raised results are cancer and how many are not', () => {
  expect(approvedChance(CHANCE, 'red', TODAY)).toBe(
    'About 3 in 4 do not have cancer. About 1 in 4 do. (Source: the sample.)',
  )
})

it.each(CHANCE_FIELDS)('RES-02 without %s the figure is not shown', (field) => {
  for (const empty of [undefined, null, '', ' ']) {
    expect(approvedChance({ ...CHANCE, [field]: empty }, 'red', TODAY)).toBeUndefined()
  }
})

it('RES-02 the figure is not shown before its approval, without the date of approval, or under another colour', () => {
  expect(approvedChance({ ...CHANCE, approvedOn: '2026-11-27' }, 'red', TODAY)).toBeUndefined()
  expect(approvedChance({ ...CHANCE, approvedOn: 'soon' }, 'red', TODAY)).toBeUndefined()
  expect(approvedChance(CHANCE, 'amber', TODAY)).toBeUndefined()
  expect(approvedChance(CHANCE, 'green', TODAY)).toBeUndefined()
  expect(approvedChance(null, 'red', TODAY)).toBeUndefined()
})

it('CMS-06 RES-04 a figure of which an import wrote something other than a text is not complete', () => {
  for (const field of CHANCE_FIELDS) {
    const chance = { ...CHANCE, [field]: { not: 'a text' } } as unknown as typeof CHANCE
    expect(approvedChance(chance, 'red', TODAY)).toBeUndefined()
  }
})
