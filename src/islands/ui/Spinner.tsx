import type { ReactNode } from 'react'

/** Says that something is loading; the words are read out. */
export function Spinner({ children = 'Loading...' }: { children?: ReactNode }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  )
}

/** Covers the page while something is sent. */
export function Overlay({ children }: { children: ReactNode }) {
  return (
    <div className="overlay" role="status">
      <p className="loading">
        <span className="spinner" aria-hidden="true" />
        {children}
      </p>
    </div>
  )
}
