import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

type Tab = { readonly id: string; readonly label: string; readonly panel: ReactNode }

/** Two or more panels, of which one is shown; the arrow keys move between the tabs. */
export function Tabs({
  label,
  tabs,
  first,
}: {
  label: string
  tabs: readonly Tab[]
  first: string
}) {
  const [shown, setShown] = useState(first)
  const list = useRef<HTMLDivElement>(null)

  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === shown)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next === undefined) return
    setShown(next.id)
    list.current?.querySelector<HTMLElement>(`#${next.id}`)?.focus()
  }

  return (
    <div>
      <div className="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, label: name }) => (
          <button
            className="tabs__tab"
            type="button"
            role="tab"
            id={id}
            key={id}
            aria-controls={`${id}-panel`}
            aria-selected={id === shown}
            tabIndex={id === shown ? 0 : -1}
            onClick={() => setShown(id)}
            onKeyDown={step}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          className="tabs__panel"
          role="tabpanel"
          id={`${id}-panel`}
          key={id}
          aria-labelledby={id}
          hidden={id !== shown}
        >
          {panel}
        </div>
      ))}
    </div>
  )
}
