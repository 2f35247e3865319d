/** The placeholders of a product's mail text. */
export type Placeholders = {
  readonly first_name: string
  readonly event_name: string
  readonly date: string
  readonly time: string
  readonly address: string
}

const isPlaceholder = (name: string, values: Placeholders): name is keyof Placeholders =>
  Object.hasOwn(values, name)

/** Replaces the placeholders; an unknown name in braces stays, and placeholders inside a value are not replaced. */
export function fillPlaceholders(template: string, values: Placeholders): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) =>
    isPlaceholder(name, values) ? values[name] : whole,
  )
}

/** Splits a text at empty lines; single line breaks become spaces. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}
