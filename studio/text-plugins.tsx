import { defineBehavior, raise } from '@portabletext/editor/behaviors'
import { BehaviorPlugin } from '@portabletext/editor/plugins'
import type { PortableTextPluginsProps } from 'sanity'
import { siteUrl } from './environment.ts'
import { hasPastedLinks, linkTargetOf, withOwnLinks } from './pasted-links.ts'

/** Links of pasted text keep their addresses: Sanity's editor knows them as `href` and drops what our links have not. */
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

/** What editors of text can do beside what Sanity's own does. */
export function TextPlugins(props: PortableTextPluginsProps) {
  return (
    <>
      <BehaviorPlugin behaviors={OWN_LINKS} />
      {props.renderDefault({ ...props, plugins: { ...props.plugins, pasteLink } })}
    </>
  )
}
