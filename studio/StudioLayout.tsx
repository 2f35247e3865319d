import { useEffect, useRef } from 'react'
import { type LayoutProps, usePerspective, useSetPerspective } from 'sanity'
import { useRouterState } from 'sanity/router'

/** Sanity's layout. The view of the published version ends with the document that it was chosen for. */
export function StudioLayout(props: LayoutProps) {
  useDraftsElsewhere()
  return props.renderDefault(props)
}

/** Sanity keeps the published view, in which nothing can be changed, for the whole Studio until staff switch back. */
function useDraftsElsewhere(): void {
  const place = useRouterState(placeOf)
  const { selectedPerspectiveName } = usePerspective()
  const setPerspective = useSetPerspective()
  const last = useRef(place)
  useEffect(() => {
    const hasMoved = last.current !== place
    last.current = place
    if (hasMoved && selectedPerspectiveName === 'published') setPerspective('drafts')
  }, [place, selectedPerspectiveName, setPerspective])
}

/** The tool and the panes, without their parameters. */
function placeOf(state: Readonly<Record<string, unknown>>): string {
  const tool = String(state['tool'])
  const inner = (state[tool] ?? {}) as { panes?: { id: string }[][] }
  const panes = inner.panes ?? []
  return JSON.stringify([tool, panes.map((group) => group.map(({ id }) => id))])
}
