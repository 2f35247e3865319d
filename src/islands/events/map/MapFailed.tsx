import { MAP_LABELS } from '#domain/texts/events.ts'
import { Button } from '#islands/ui/Button.tsx'

/** Browsers remember that a script could not be loaded, until the page is loaded again. */
export function MapFailed() {
  return (
    <div role="alert">
      <p>{MAP_LABELS.failed}</p>
      <Button kind="secondary" onClick={() => location.reload()}>
        {MAP_LABELS.retry}
      </Button>
    </div>
  )
}
