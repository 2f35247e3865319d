import { useState } from 'react'
import { NHS_NUMBER_UNAVAILABLE } from '#account/texts/portal.ts'
import { formatNhsNumber, maskNhsNumber } from '#core/rules/nhs-number.ts'

/** The patient's own NHS number, masked until they ask to see it. `digits` is null when the server cannot read it. */
export function NhsNumber({ digits }: { digits: string | null }) {
  const [isShown, setShown] = useState(false)
  if (digits === null) return NHS_NUMBER_UNAVAILABLE
  return (
    <span className="cluster">
      <span className="tabular" aria-live="polite" translate="no">
        {isShown ? formatNhsNumber(digits) : maskNhsNumber(digits)}
      </span>
      <button className="button button--quiet" type="button" onClick={() => setShown(!isShown)}>
        <span>{isShown ? 'Hide' : 'Show'}</span>
        <span className="visually-hidden"> NHS number</span>
      </button>
    </span>
  )
}
