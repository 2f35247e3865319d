/** One part of a mail's body. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }

/** The text of a mail; the HTML part and the text part are both rendered from it. */
export type Letter = {
  readonly subject: string
  readonly greeting: string
  readonly blocks: readonly Block[]
}

export const text = (words: string): Block => ({ kind: 'text', text: words })

export const link = (label: string, url: string): Block => ({ kind: 'link', label, url })

/** Empty values are left out; a line break in a value cannot pretend to be another fact. */
export const facts = (...pairs: (readonly [string, string])[]): Block => ({
  kind: 'facts',
  facts: pairs
    .map(([label, value]) => [label, value.replace(/\s+/g, ' ').trim()] as const)
    .filter(([, value]) => value !== ''),
})
