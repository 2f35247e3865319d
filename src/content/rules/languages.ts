/** Languages in which editors can publish a version of a page (CMS-18): its name in itself, in English, and its direction. */
export const LANGUAGES = {
  ar: { name: 'العربية', title: 'Arabic', dir: 'rtl' },
  bn: { name: 'বাংলা', title: 'Bengali', dir: 'ltr' },
  cy: { name: 'Cymraeg', title: 'Welsh', dir: 'ltr' },
  fr: { name: 'Français', title: 'French', dir: 'ltr' },
  gu: { name: 'ગુજરાતી', title: 'Gujarati', dir: 'ltr' },
  pa: { name: 'ਪੰਜਾਬੀ', title: 'Panjabi', dir: 'ltr' },
  pl: { name: 'Polski', title: 'Polish', dir: 'ltr' },
  pt: { name: 'Português', title: 'Portuguese', dir: 'ltr' },
  so: { name: 'Soomaali', title: 'Somali', dir: 'ltr' },
  ur: { name: 'اردو', title: 'Urdu', dir: 'rtl' },
} as const satisfies Record<string, { name: string; title: string; dir: 'ltr' | 'rtl' }>

export type Language = keyof typeof LANGUAGES

/** Pages that do not set a language use this one. */
export const MAIN_LANGUAGE = 'en-GB'

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/** A page in a language, with the name of the language in itself. */
export type LanguageVersion = {
  readonly lang: Language | typeof MAIN_LANGUAGE
  readonly name: string
  readonly path: string
}

type Translatable = {
  readonly id: string
  readonly path: string
  readonly language: Language | undefined
  /** The id of the page that it is a version of. */
  readonly originalId: string | undefined
}

/** All versions of a page, itself included, the English one first; none when there is only one. */
export function versionsOf(page: Translatable, all: readonly Translatable[]): LanguageVersion[] {
  const originalId = page.originalId ?? page.id
  const original = all.find(({ id, language }) => id === originalId && language === undefined)
  if (original === undefined) return []
  const translations = all.flatMap(({ language, path, ...one }) =>
    language !== undefined && one.originalId === originalId
      ? [{ lang: language, name: LANGUAGES[language].name, path }]
      : [],
  )
  if (translations.length === 0) return []
  const english = { lang: MAIN_LANGUAGE, name: 'English', path: original.path } as const
  return [english, ...translations.toSorted((a, b) => (a.lang < b.lang ? -1 : 1))]
}
