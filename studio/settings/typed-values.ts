import {
  SETTING_NAMES,
  SETTING_VALUES,
  type SettingName,
  type SettingValues,
  settingValue,
} from '../../src/core/rules/setting-values.ts'

export type SomeDocument = { readonly _id: string; readonly _type: string } & Readonly<
  Record<string, unknown>
>

/** A value of the settings that stands typed in texts, which do not follow a change. */
export type TypedValue = {
  readonly setting: SettingName
  readonly value: string
  /** Whether the settings had it before, and have another one now. */
  readonly isFormer: boolean
  /** Each once, its draft or its published version. */
  readonly documents: readonly SomeDocument[]
}

/** Digits with what people write between them. */
const NUMBER = /\+?\d[\d\s().\u2010-\u2015\u200e\u202a-\u202e-]{6,30}\d/g
/** As dialled inside the country. */
const dialled = (number: string) => number.replace(/[^+\d]/g, '').replace(/^(\+|00)44(0?)/, '0')

const plain = (words: string) => words.replaceAll('’', "'").replace(/\s+/g, ' ').toLowerCase()
const LETTER = /[\p{L}\p{N}]/u

/** Whether a text has the words, not as a part of longer ones. */
function hasWords(text: string, words: string): boolean {
  let at = text.indexOf(words)
  while (at >= 0) {
    const [before = '', after = ''] = [text[at - 1], text[at + words.length]]
    if (!LETTER.test(before) && !LETTER.test(after)) return true
    at = text.indexOf(words, at + 1)
  }
  return false
}

/** Whether a text has a value typed, in any spelling. Pure. */
export function isTypedIn(text: string, setting: SettingName, value: string): boolean {
  if (SETTING_VALUES[setting].kind !== 'phone') return hasWords(plain(text), plain(value))
  const wanted = dialled(value)
  return (text.match(NUMBER) ?? []).some((number) => dialled(number) === wanted)
}

/** The texts of a document; the words of a paragraph are one text. */
function textsIn(value: unknown, name = ''): string[] {
  if (name.startsWith('_') || name === 'slug') return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) {
    const spans = value as { _type?: unknown; text?: unknown }[]
    const isParagraph = name === 'children' && spans.some((child) => child?._type === 'span')
    if (isParagraph)
      return [spans.map(({ text }) => (typeof text === 'string' ? text : ' ')).join('')]
    return value.flatMap((item) => textsIn(item))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, key))
}

const publishedId = ({ _id }: SomeDocument) => _id.replace(/^drafts\./, '')

/** Every value that the settings have or had, with the documents where it stands typed. Pure. */
export function typedValues(
  documents: readonly SomeDocument[],
  now: SettingValues,
  before: readonly SettingValues[],
): TypedValue[] {
  const searched = documents.map((document) => ({
    document,
    texts: textsIn(withoutValues(document)),
  }))
  return SETTING_NAMES.flatMap((setting) => {
    const current = settingValue(now, setting)
    const all = [now, ...before].map((values) => settingValue(values, setting))
    return [...new Set(all.filter((value) => value !== undefined))].map((value) => {
      const found = new Map<string, SomeDocument>()
      for (const { document, texts } of searched)
        if (texts.some((text) => isTypedIn(text, setting, value)))
          found.set(publishedId(document), document)
      return { setting, value, isFormer: value !== current, documents: [...found.values()] }
    })
  })
}

/** The settings' own fields are the home of the values. */
function withoutValues(document: SomeDocument): object {
  if (document._type !== 'siteSettings') return document
  const entries = Object.entries(document)
  return Object.fromEntries(
    entries.filter(([name]) => !SETTING_NAMES.includes(name as SettingName)),
  )
}
