import { useEffect, useRef, useState } from 'react'
import { createGlobalStyle } from 'styled-components'
import { SANITY_FILE_HOST } from '../../shared/content-lake.ts'
import { projectId, siteUrl } from '../environment.ts'
import { pageDocument } from './page-document.ts'
import { showIn } from './show-in.ts'

/**
 * The widths in which a page is shown, in pixels of the page; a narrower place shows it smaller. From 960 on a page has the layout
 * of wide screens, and a narrow one of these stays legible when it is made smaller.
 */
const WIDTHS = { phone: 375, desktop: 1024 } as const
export type PageWidth = keyof typeof WIDTHS

type Props = { html: string; width: PageWidth }
type Size = { readonly width: number; readonly height: number }

/** As wide as the form, for a page of a desktop. Sanity gives a panel half of that, and has no setting. */
const WidePanel = createGlobalStyle`
  [data-ui='DocumentInspectorPanel'] {
    flex: 2 0 0 !important;
    max-width: none !important;
  }
`

/** Where the Studio loads pictures from too. */
const contentOrigin = () => (projectId ? `https://${SANITY_FILE_HOST}` : window.location.origin)

/**
 * A page in a frame without an address, which no rule of the website against frames applies to. The sandbox allows no script,
 * form, new window or top-level navigation. It does not make the frame another origin, so that the Studio can keep the place that the
 * editor has scrolled to: without scripts nothing in the frame can use that.
 */
export function PageFrame({ html, width }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  useEffect(() => {
    if (frame.current === null || siteUrl === undefined) return
    const site = new URL(siteUrl).origin
    showIn(frame.current, pageDocument(html, { site, content: contentOrigin() }))
  }, [html])
  const scale = Math.min(1, size.width / WIDTHS[width])
  const left = (size.width - WIDTHS[width] * scale) / 2
  return (
    <div ref={place} style={{ flex: 1, minHeight: 0, position: 'relative', overflow: 'hidden' }}>
      {width === 'desktop' && <WidePanel />}
      <iframe
        ref={frame}
        title="Preview of the page"
        sandbox="allow-same-origin"
        style={{
          position: 'absolute',
          left,
          width: WIDTHS[width],
          maxWidth: 'none',
          height: size.height / scale,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
          border: 0,
          background: 'white',
        }}
      />
    </div>
  )
}

function useSize(element: React.RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: WIDTHS.phone, height: 0 })
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
