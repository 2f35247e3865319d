import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Forms that take nothing about a person, by what they take instead. */
const WITHOUT_PERSONAL_DETAILS: Readonly<Record<string, string>> = {
  'src/events/components/AccessCode.astro': 'the code of an event',
  'src/events/components/FirstFacts.astro': 'a place to measure from',
  'src/events/components/FindNear.astro': 'a place to search for',
  'src/pages/search.astro': 'words to search for',
  'src/site/shell/SearchForm.astro': 'words to search for',
  'src/site/forms/MailedLink.astro': 'the token of a mailed link',
  'src/booking/island/ChooseStep.tsx': 'a time',
  'src/events/island/ByLocation.tsx': 'a place to search for',
  'src/core/island/PasteLink.tsx': 'a mailed link',
}

/** The forms of visitors and patients. On those of the staff's pages and of the desk, nobody writes about themselves. */
const forms = globSync('src/**/*.{astro,tsx}')
  .filter((path) => !/^src\/(?:(?:pages\/)?staff\/|results\/components\/Desk)/.test(path))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
  .filter(({ source }) => /<form\b/.test(source))

describe('a form', () => {
  it('SITE-06 that takes personal details links the privacy policy', () => {
    const without = forms.filter(
      ({ source }) => !/<PrivacyLink \/>|href="\/privacy-policy"/.test(source),
    )
    expect(without.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(WITHOUT_PERSONAL_DETAILS).toSorted(),
    )
  })
})
