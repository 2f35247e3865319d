import { Button } from '#core/island/Button.tsx'
import { MAP_LABELS } from '#events/texts/events.ts'

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
