import { defineBehavior, raise } from '@portabletext/editor/behaviors'
import { BehaviorPlugin } from '@portabletext/editor/plugins'
import type { PortableTextPluginsProps } from 'sanity'
import { siteUrl } from './environment.ts'
import { hasPastedLinks, linkTargetOf, withOwnLinks } from './pasted-links.ts'

/** Keeps the links of pasted text: Sanity's editor stores `href`, which our link type does not have, and drops it. */
const OWN_LINKS = [
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
      <BehaviorPlugin behaviors={OWN_LINKS} />
      {props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } })}
    </>
  )
}
