import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $isRepeatFree } from '#booking/store/journey.ts'
import { FREE_OF_CHARGE } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { formatPounds } from '#core/rules/money.ts'
import type { EventFacts } from '#events/store/event-facts.ts'

/** Description, name, price, subtotal and total (BOOK-02). */
export function OrderSummary({ facts }: { facts: EventFacts }) {
  const [isAdded, setAdded] = useState(false)
  const isRepeatFree = useStore($isRepeatFree)
  const price = isRepeatFree ? FREE_OF_CHARGE : (facts.price ?? formatPounds(0))
  return (
    <section className="card" aria-labelledby="order-summary">
      <h2 className="card__title" id="order-summary">
        Order summary
      </h2>
      <dl className="summary summary--order">
        <div className="summary__row">
          <dt>Description</dt>
          <dd>{facts.product}</dd>
        </div>
        <div className="summary__row">
          <dt>Name</dt>
          <dd translate="no">{facts.name}</dd>
        </div>
        <div className="summary__row">
          <dt>Price</dt>
          <dd className="tabular" translate={isRepeatFree ? undefined : 'no'}>
            {price}
          </dd>
        </div>
        <div className="summary__row">
          <dt>Subtotal</dt>
          <dd className="tabular" translate={isRepeatFree ? undefined : 'no'}>
            {price}
          </dd>
        </div>
        <div className="summary__row summary__row--total">
          <dt>Total</dt>
          <dd className="tabular" translate={isRepeatFree ? undefined : 'no'}>
            {price}
          </dd>
        </div>
      </dl>
      <Button kind="quiet" onClick={() => setAdded(true)}>
        Add another service
      </Button>
      <p role="status">{isAdded && 'Service added'}</p>
    </section>
  )
}
