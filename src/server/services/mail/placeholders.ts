/** What a product's mail text can name in braces. */
export type Placeholders = {
  readonly first_name: string
  readonly event_name: string
  readonly date: string
  readonly time: string
  readonly address: string
}

const isPlaceholder = (name: string, values: Placeholders): name is keyof Placeholders =>
  Object.hasOwn(values, name)

/** Fills `{first_name}` and the others; an unknown name in braces stays as it was written, and no value is filled twice. */
export function fillPlaceholders(template: string, values: Placeholders): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    isPlaceholder(name, values) ? values[name] : whole,
  )
}

/** The paragraphs of a text: empty lines part them, single line breaks become spaces. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}
