/** Line breaks as Word and other programs write them. Browsers, feeds and calendars accept only `\n`. */
const OTHER_LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/u
/**
 * What no text of an editor needs: control characters, characters that cannot be seen (among them the marks that a CMS hides in
 * texts), those that turn the direction of the text, half characters, and what XML forbids. Kept are line breaks, tabs and soft
 * hyphens, joiners between letters, and what emoji consist of.
 */
const UNSEEN =
  /(?![\n\t\u00ad])(?!(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))(?!(?<=\ufe0f|[\p{ExtPict}\p{EMod}])\u200d(?=\p{ExtPict}))(?!(?<=\p{Emoji})[\ufe0e\ufe0f])(?!(?<=\u{1f3f4}[\u{e0030}-\u{e007a}]{0,6})[\u{e0030}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{NChar}\u2800]/u
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const everywhere = ({ source }: RegExp) => new RegExp(source, 'gu')
const EVERY_LINE_BREAK = everywhere(OTHER_LINE_BREAKS)
const EVERY_UNSEEN = everywhere(UNSEEN)

/** A text of an editor as every output has it: with ordinary line breaks, and without characters that cannot be seen. */
export const cleanText = (text: string): string =>
  text.replace(EVERY_LINE_BREAK, '\n').replace(EVERY_UNSEEN, '')

/** Cleans every text in a response of the content lake. */
export function cleanContent(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanContent)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, cleanContent(field)]),
  )
}

/** The client of a content lake. */
type Client = { fetch: (...asked: never[]) => Promise<unknown> }

/** A client whose responses have clean texts. Content for visitors is always read through it. */
export function withCleanAnswers<Same extends Client>(client: Same): Same {
  const fetch: Client['fetch'] = client.fetch.bind(client)
  return Object.assign(client, {
    fetch: async (...asked: never[]) => cleanContent(await fetch(...asked)),
  })
}

/** The first character that `cleanText` changes. `before`: the words in front of it. */
export type HiddenCharacter = {
  readonly kind: 'line-break' | 'direction' | 'unseen'
  readonly before: string
}

const WORDS_BEFORE = 24

/** What is hidden in a text, to tell its editor. */
export function hiddenCharacter(text: string): HiddenCharacter | undefined {
  const plain = text.replaceAll('\r\n', '\n')
  const at = plain.search(new RegExp(`${OTHER_LINE_BREAKS.source}|${UNSEEN.source}`, 'u'))
  if (at < 0) return
  const character = plain.charAt(at)
  const kind = OTHER_LINE_BREAKS.test(character)
    ? 'line-break'
    : DIRECTION.test(character)
      ? 'direction'
      : 'unseen'
  return { kind, before: cleanText(plain.slice(0, at)).slice(-WORDS_BEFORE).trim() }
}
