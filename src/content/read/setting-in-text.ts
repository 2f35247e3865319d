import type { Content } from '#content/read/document.ts'
import { currentValue } from '#content/read/reading.ts'
import { isSettingName, settingHref } from '#core/rules/setting-values.ts'

/** As a link of an editor, for the renderers. */
export type SettingLink = {
  _type: 'link'
  _key: string
  kind: 'telephone' | 'email'
  href: string
  fileNote: undefined
}

/** A part of a paragraph: words, or a reference to the settings. */
type Part = Content<{ _key: string; _type: string }>

/**
 * The value of the settings that a part of a text refers to, as it is now (CMS-17); undefined for words.
 * @throws ContentError while it is empty.
 */
export function settingOf(part: Part) {
  if (part.raw._type !== 'settingValue') return undefined
  const reference = part as unknown as Content<{ setting: string }>
  const name = reference.text('setting')
  if (!isSettingName(name)) throw reference.error('setting', 'unknown-value')
  const value = currentValue(name)
  if (value === undefined) throw reference.error('setting', 'empty-setting')
  return { name, value }
}

/** A telephone number and an e-mail address of the settings are links. */
export function settingLinks(part: Part): SettingLink[] {
  const setting = settingOf(part)
  const href = setting && settingHref(setting.name, setting.value)
  if (href === undefined) return []
  const kind = href.startsWith('tel:') ? 'telephone' : 'email'
  return [{ _type: 'link', _key: `${part.text('_key')}-link`, kind, href, fileNote: undefined }]
}
