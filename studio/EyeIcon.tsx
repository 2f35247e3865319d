/** Matches the Studio's own icons, whose package is not a dependency of ours. */
export function EyeIcon() {
  return (
    <svg
      data-sanity-icon="eye"
      width="1em"
      height="1em"
      viewBox="0 0 25 25"
      fill="none"
      aria-hidden="true"
    >
      <g stroke="currentColor" strokeWidth="1.2">
        <path d="M3.5 12.5C5.5 9 8.6 7 12.5 7s7 2 9 5.5c-2 3.5-5.1 5.5-9 5.5s-7-2-9-5.5Z" />
        <circle cx="12.5" cy="12.5" r="2.6" />
      </g>
    </svg>
  )
}
