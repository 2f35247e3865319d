import type { ReactNode } from 'react'

type Props = {
  label: string
  /** A name, an address, a number or an amount: a browser that translates the page leaves it as it is. */
  isVerbatim?: boolean
  children: ReactNode
}

/** A fact of a `<dl className="summary">`; nothing for an empty text, such as the place of an event without an address. */
export function SummaryRow({ label, isVerbatim, children }: Props) {
  if (children === '') return null
  return (
    <div className="summary__row">
      <dt>{label}</dt>
      <dd translate={isVerbatim ? 'no' : undefined}>{children}</dd>
    </div>
  )
}
