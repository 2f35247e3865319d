import type { ReactNode } from 'react'

/** A fact of a `<dl className="summary">`; nothing for an empty text, such as the place of an event without an address. */
export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  if (children === '') return null
  return (
    <div className="summary__row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
