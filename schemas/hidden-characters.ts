import type { SchemaTypeDefinition, ValidationError } from 'sanity'
import { type HiddenCharacter, hiddenCharacter } from '../src/core/rules/editor-text.ts'

type Path = NonNullable<ValidationError['path']>

const FOUND: Readonly<Record<HiddenCharacter['kind'], string>> = {
  'line-break': 'a line break as Word writes it. Visitors see an ordinary line break.',
  direction: 'a character that turns the direction of the text. The website leaves it out.',
  unseen: 'a character that cannot be seen. The website leaves it out.',
}

function sentence({ kind, before }: HiddenCharacter): string {
  return `${before === '' ? 'The text begins with' : `After “${before}” there is`} ${FOUND[kind]} To remove it, delete what stands there and type it again.`
}

const stepTo = (item: unknown, index: number): Path[number] => {
  const key = (item as { _key?: unknown } | null)?._key
  return typeof key === 'string' ? { _key: key } : index
}

/** Each text of a document in which something is hidden, with the path of its field. The form shows a paragraph as a whole. */
export function hiddenCharacters(value: unknown, path: Path = []): ValidationError[] {
  if (typeof value === 'string') {
    const found = hiddenCharacter(value)
    return found ? [{ message: sentence(found), path }] : []
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => hiddenCharacters(item, [...path, stepTo(item, index)]))
  if (typeof value !== 'object' || value === null) return []
  const isParagraph = '_type' in value && value._type === 'block'
  const found = Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .flatMap(([name, field]) => hiddenCharacters(field, [...path, name]))
  return isParagraph ? found.slice(0, 1).map(({ message }) => ({ message, path })) : found
}

type Rule = {
  custom: (check: (value: unknown) => true | ValidationError[]) => { warning: () => unknown }
}

/** A type of document whose form points out hidden characters in each of its texts. */
export function withHiddenCharacters(type: SchemaTypeDefinition): SchemaTypeDefinition {
  const check = (value: unknown) => {
    const found = hiddenCharacters(value)
    return found.length === 0 || found
  }
  const validation = (rule: Rule) => rule.custom(check).warning()
  return { ...type, validation } as unknown as SchemaTypeDefinition
}
