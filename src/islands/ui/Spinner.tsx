import type { ReactNode } from 'react'

/** A loading message; screen readers read it out. */
export function Spinner({ children = 'Loading...' }: { children?: ReactNode }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  )
}

/** Covers the page while a request is running. */
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
