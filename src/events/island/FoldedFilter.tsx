import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { EventFilterPanel } from '#events/island/EventFilterPanel.tsx'
import { $filter, filterCount } from '#events/store/event-filter.ts'
import { $nearMe } from '#events/store/near-me.ts'

/** The filter behind one button that says how many are set; on a wide screen it is always open (EVL-03). */
export function FoldedFilter({ isReady }: { isReady: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const isNearMe = useStore($nearMe) === 'on'
  const count = filterCount(useStore($filter)) + (isNearMe ? 1 : 0)
  return (
    <>
      <button
        className="button button--secondary find-events__fold"
        type="button"
        aria-expanded={isOpen}
        aria-controls="event-filter"
        disabled={!isReady}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count} set)`}
      </button>
      <div className="find-events__folded" id="event-filter" data-open={isOpen || undefined}>
        <EventFilterPanel isReady={isReady} />
      </div>
    </>
  )
}
