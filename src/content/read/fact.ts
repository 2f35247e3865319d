import type { Content } from '#content/read/document.ts'

/** A figure with what it counts. */
export type Fact = { figure: string; text: string }

/** The fact in the field of that name; undefined when a half of it is missing. */
export function factOf(fact: Content<Fact> | undefined): Fact | undefined {
  const figure = fact?.optionalText('figure')
  const text = fact?.optionalText('text')
  return figure && text ? { figure, text } : undefined
}
