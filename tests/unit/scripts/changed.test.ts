import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { specsFor } from '../../../scripts/test/changed.ts'

describe('the browser tests of a change', () => {
  it.each([
    ['a changed test runs itself', ['tests/e2e/texts.spec.ts'], ['tests/e2e/texts.spec.ts']],
    [
      'the booking steps run the booking tests, once',
      ['src/booking/store/hold.ts', 'src/booking/island/BookEvent.tsx'],
      ['tests/e2e/own-place.spec.ts'],
    ],
    [
      'other stores run the journey',
      ['src/account/store/session.ts'],
      ['tests/e2e/journey.spec.ts'],
    ],
    ['the Studio runs its own test', ['studio/structure.ts'], ['tests/e2e/studio/studio.spec.ts']],
    [
      "a helper of the Studio's tests runs the Studio's own test",
      ['tests/e2e/studio/desk.ts'],
      ['tests/e2e/studio/studio.spec.ts'],
    ],
    ['a document runs none', ['docs/glossary.md'], []],
  ])('%s', (_, files, specs) => {
    expect(specsFor(files)).toEqual(specs)
    for (const spec of specs) expect(existsSync(spec), spec).toBe(true)
  })

  it('names only tests that exist', () => {
    const folders = [
      'studio',
      'playwright.config.ts',
      'src/content/server/publishing',
      'src/pages/preview',
    ]
    const more = [
      'src/site/forms',
      'src/account/store',
      'src/booking/store',
      'src/pages',
      'src/events/rules',
      'tests/e2e/support',
    ]
    const specs = specsFor([...folders, ...more].map((folder) => `${folder}/x.ts`))
    expect(specs.filter((spec) => !existsSync(spec))).toEqual([])
    expect(specs.length).toBeGreaterThan(5)
  })
})
