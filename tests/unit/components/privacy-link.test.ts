import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Forms that take nothing about a person, by what they take instead. */
const WITHOUT_PERSONAL_DETAILS: Readonly<Record<string, string>> = {
  'src/components/events/AccessCode.astro': 'the code of an event',
  'src/components/events/FindNear.astro': 'a place to search for',
  'src/components/forms/MailedLink.astro': 'the token of a mailed link',
  'src/islands/booking/ChooseStep.tsx': 'a time',
  'src/islands/events/ByLocation.tsx': 'a place to search for',
  'src/islands/ui/PasteLink.tsx': 'a mailed link',
}

const forms = globSync('src/{components,islands,pages,layouts}/**/*.{astro,tsx}')
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
  .filter(({ source }) => /<form\b/.test(source))

describe('a form', () => {
  it('SITE-06 that takes personal details links the privacy policy', () => {
    const without = forms.filter(
      ({ source }) => !/<PrivacyLink \/>|href="\/privacy-policy"/.test(source),
    )
    expect(without.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(WITHOUT_PERSONAL_DETAILS),
    )
  })
})
