/** The charity's flag, as in `public/favicon.svg`. */
export function Logo() {
  return (
    <svg viewBox="0 0 64 64" width="1em" height="1em" fill="none" aria-hidden="true">
      <rect width="64" height="64" rx="12" fill="#0b1f3d" />
      <path d="M19 11h30l-7 7 7 7H19z" fill="#dcefe0" />
      <path
        d="M19 10v44M19 42c2-9 26-12 26 3v9"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
