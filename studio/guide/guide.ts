import source from '../../docs/for-staff.md?raw'
import { type Block, blocksOf } from './markdown.ts'

/** A section of the staff guide, from its heading of the second level to the next one. */
export type Section = {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

/** The sections of docs/for-staff.md, in its order. */
export const SECTIONS: readonly Section[] = sectionsOf(source)

function sectionsOf(markdown: string): Section[] {
  return markdown
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## '))
    .flatMap((part) => {
      const [heading, ...blocks] = blocksOf(part)
      return heading?.kind === 'heading' ? [{ id: heading.id, title: heading.text, blocks }] : []
    })
}
