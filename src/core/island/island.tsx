import { Component, type ComponentType, type ReactNode } from 'react'
import { keepTranslatedText } from '#core/island/translated-text.ts'
import { reportError } from '#core/store/error-log.ts'
import { UNEXPECTED_ERROR } from '#core/texts/failures.ts'

// The server renders islands too.
if (typeof document !== 'undefined') keepTranslatedText()

/** Only a class component can catch an error of rendering. */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    // Without the error's own words, which may repeat input.
    reportError({ errorMessage: UNEXPECTED_ERROR, description: 'Page Failure' })
    // The page shows its message for a script that did not load (src/site/shell/island-watch.ts).
    document.dispatchEvent(new Event('astro:hydration-error'))
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

/** The component as a page mounts it: when it throws while it renders, the page says so (SITE-12). */
export function island<Props extends object>(Content: ComponentType<Props>) {
  return function Island(props: Props) {
    return (
      <ErrorBoundary>
        <Content {...props} />
      </ErrorBoundary>
    )
  }
}
