import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $isWaitingForTurn } from '#core/store/busy.ts'
import { TRYING_AGAIN } from '#core/texts/failures.ts'

/** A loading message; screen readers read it out. It says when the page waits for its turn. */
export function Spinner({ children = 'Loading...' }: { children?: ReactNode }) {
  const isWaiting = useStore($isWaitingForTurn)
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      <span>{isWaiting ? TRYING_AGAIN : children}</span>
    </p>
  )
}

/** Covers the page while a request is running. */
export function Overlay({ children }: { children: ReactNode }) {
  const isWaiting = useStore($isWaitingForTurn)
  return (
    <div className="overlay" role="status">
      <p className="loading">
        <span className="spinner" aria-hidden="true" />
        <span>{isWaiting ? TRYING_AGAIN : children}</span>
      </p>
    </div>
  )
}
