import { useEffect, useRef } from 'react'
import { type LayoutProps, usePerspective, useSetPerspective } from 'sanity'
import { useRouterState } from 'sanity/router'

/** Sanity's layout, which returns to the drafts when another document or tool is opened. */
export function StudioLayout(props: LayoutProps) {
  useDraftsElsewhere()
  return props.renderDefault(props)
}

/** Sanity keeps its read-only view of published versions for all documents until the user switches back. */
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

/** The path of the tool and its panes, without parameters. */
function placeOf(state: Readonly<Record<string, unknown>>): string {
  const tool = String(state['tool'])
  const inner = (state[tool] ?? {}) as { panes?: { id: string }[][] }
  const panes = inner.panes ?? []
  return JSON.stringify([tool, panes.map((group) => group.map(({ id }) => id))])
}
