import type { ReactNode } from 'react'

/** A fact of a `<dl className="summary">`. */
export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="summary__row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
