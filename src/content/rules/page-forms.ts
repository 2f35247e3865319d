import type { FormKind } from '#content/rules/content-choices.ts'

type AnyPage = { readonly _type: string; readonly path?: unknown }

const NEWSLETTER: readonly FormKind[] = ['newsletter']
const FORMS_OF_TYPE: Readonly<Record<string, readonly FormKind[]>> = {
  homePage: NEWSLETTER,
  aboutPage: ['contact', 'newsletter'],
  eventsPage: NEWSLETTER,
  informationHubPage: NEWSLETTER,
}
const NEWSLETTER_PAGES: readonly unknown[] = [
  '/events/community-screening',
  '/events/corporate-screening',
  '/events/seminar-talks',
]

/** The forms that the program puts on a page. A form can be on a page once: its fields have ids. */
export const formsOfPage = ({ _type, path }: AnyPage): readonly FormKind[] =>
  FORMS_OF_TYPE[_type] ?? (NEWSLETTER_PAGES.includes(path) ? NEWSLETTER : [])

/** The index of the first section with a form that its page has already; -1 when there is none. */
export function repeatedForm(forms: readonly unknown[], page: AnyPage): number {
  const before = new Set<unknown>(formsOfPage(page))
  return forms.findIndex((form) => {
    if (typeof form !== 'string') return false
    const isRepeated = before.has(form)
    before.add(form)
    return isRepeated
  })
}
