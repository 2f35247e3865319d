import { defineBehavior, raise } from '@portabletext/editor/behaviors'
import { BehaviorPlugin } from '@portabletext/editor/plugins'
import type { PortableTextPluginsProps } from 'sanity'
import { siteUrl } from './environment.ts'
import { blocksOf } from './pasted-blocks.ts'
import { readPasted } from './pasted-html.ts'
import { hasPastedLinks, linkTargetOf, withOwnLinks } from './pasted-links.ts'

const PASTING = [
  /** Text of a word processor: Sanity's own reader loses numbered steps, spaces and tables. */
  defineBehavior({
    on: 'deserialize',
    guard: ({ snapshot, event }) => {
      const { dataTransfer } = event.originEvent.originEvent
      const html = dataTransfer.getData('text/html')
      const isOfStudio = dataTransfer.getData('application/x-portable-text') !== ''
      if (html === '' || isOfStudio || html === dataTransfer.getData('text/plain')) return false
      const { schema, keyGenerator } = snapshot.context
      const pasted = readPasted(new DOMParser().parseFromString(html, 'text/html'))
      const data = blocksOf(pasted, {
        styles: schema.styles.map(({ name }) => name),
        hasTables: schema.blockObjects.some(({ name }) => name === 'table'),
        siteUrl,
        newKey: keyGenerator,
      })
      return data.length > 0 && data
    },
    actions: [
      ({ event: { originEvent } }, data) => [
        raise({ type: 'deserialization.success', mimeType: 'text/html', data, originEvent }),
      ],
    ],
  }),
  /** Keeps the links of other pasted text: Sanity's editor stores `href`, which our link type does not have, and drops it. */
  defineBehavior({
    on: 'deserialization.success',
    guard: ({ event }) =>
      event.data.some(hasPastedLinks) && event.data.map((block) => withOwnLinks(block, siteUrl)),
    actions: [({ event }, data) => [raise({ ...event, data })]],
  }),
]

const pasteLink = {
  link: ({ value }: { value: { href: string } }) => {
    const target = linkTargetOf(value.href, siteUrl)
    return target && { _type: 'link', ...target }
  },
}

export function TextPlugins(props: PortableTextPluginsProps) {
  return (
    <>
      <BehaviorPlugin behaviors={PASTING} />
      {props.renderDefault({
        ...props,
        plugins: { ...props.plugins, pasteLink, table: { enabled: true } },
      })}
    </>
  )
}
