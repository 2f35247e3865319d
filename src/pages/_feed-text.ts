import { PortableText, type PortableTextComponents } from '@portabletext/react'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type {
  ButtonNode,
  CallOutNode,
  ExpandableNode,
  FigureNode,
  LinkMark,
  RichText,
  TableNode,
  TextBlock,
  VideoNode,
} from '#content/read/rich-text.ts'

/** A text as plain HTML for a feed reader: absolute addresses, no classes, pictures as their alternative text. */
export function feedHtml(body: RichText, site: URL): string {
  const whole = (href: string) => new URL(href, site).href
  const linked = ({ href }: { href: string }, words: ReactNode) =>
    h('a', { href: whole(href) }, words)
  const titled = (heading: string | undefined, text: RichText) => [
    heading && h('h3', { key: 'heading' }, heading),
    h(PortableText, { key: 'text', value: text, components }),
  ]
  const rowOf = (cells: TextBlock[][], isHeader: boolean) =>
    h(
      'tr',
      null,
      ...cells.map((cell) =>
        h(isHeader ? 'th' : 'td', null, h(PortableText, { value: cell, components })),
      ),
    )
  const components: PortableTextComponents = {
    types: {
      figure: ({ value }: { value: FigureNode }) =>
        h('p', null, value.figure.caption ?? value.figure.alt),
      callOut: ({ value }: { value: CallOutNode }) =>
        h('blockquote', null, titled(value.heading, value.body)),
      expandableText: ({ value }: { value: ExpandableNode }) =>
        h('div', null, titled(value.heading, value.body)),
      callToAction: ({ value }: { value: ButtonNode }) =>
        h('p', null, linked(value.button, value.button.label)),
      video: ({ value }: { value: VideoNode }) =>
        h('p', null, h('a', { href: whole(value.video.src) }, value.video.title)),
      table: ({ value: { rows, headerRows } }: { value: TableNode }) =>
        h(
          'table',
          null,
          h('tbody', null, ...rows.map((cells, index) => rowOf(cells, index < headerRows))),
        ),
    },
    marks: {
      link: ({ value, children }) => linked(value as LinkMark, children),
    },
  }
  return renderToStaticMarkup(h(PortableText, { value: body, components }))
}
