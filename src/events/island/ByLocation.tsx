import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#core/island/Button.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { RESULTS_HEADING } from '#events/island/results-heading.ts'
import type { Place } from '#events/rules/places/gazetteer.ts'
import { changeFilter } from '#events/store/event-filter.ts'
import { $count, $events, $isPlaceMissing } from '#events/store/events.ts'
import { $nearMe, askNearMe, clearOwnPosition } from '#events/store/near-me.ts'
import { $placeSearch } from '#events/store/place-search.ts'
import {
  FIND_NEAR_TEXTS,
  NEAR_ME_PRIVACY,
  NEAR_ME_TEXTS,
  notFoundText,
  PLACE_SEARCH_TEXTS,
} from '#events/texts/event-search.ts'

const search = (location: string) => changeFilter({ location })

/** For a button that is removed when it is pressed: the focus, and on a phone the view, go to the results. */
function searchAndShow(location: string): void {
  search(location)
  document.getElementById(RESULTS_HEADING)?.focus()
}

/** The tab 'By Location': free text, or the visitor's own position when they request it (EVL-01, EVL-07). */
export function ByLocation({ location }: { location: string }) {
  const [typed, setTyped] = useState(location)
  const [searched, setSearched] = useState(location)
  // Back, or a place that was chosen: the field shows what is searched.
  if (searched !== location) {
    setSearched(location)
    setTyped(location)
  }
  const nearMe = useStore($nearMe)
  return (
    <div className="stack stack--s">
      <form
        className="stack stack--s"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextField
          name="location"
          label="Where"
          hint={FIND_NEAR_TEXTS.hint}
          type="search"
          maxLength={CHARACTER_LIMITS.place}
          value={typed}
          onChange={setTyped}
        />
        <div className="button-group">
          <Button type="submit" kind="secondary">
            Search
          </Button>
          <Button
            kind="quiet"
            busy={nearMe === 'asking'}
            busyText="Asking your browser…"
            onClick={askNearMe}
          >
            Near me
          </Button>
          {(location !== '' || nearMe === 'on') && (
            <Button kind="quiet" onClick={anywhere}>
              Anywhere
            </Button>
          )}
        </div>
      </form>
      <div role="status">
        <NearMeText />
        <PlaceText location={location} />
      </div>
      {(location !== '' || nearMe === 'on') && <FoundCount />}
      <Choices />
    </div>
  )
}

function anywhere(): void {
  clearOwnPosition()
  searchAndShow('')
}

/** On a phone the list is below the screen. Its own count is read out, so this one is not. */
function FoundCount() {
  const list = useStore($events)
  const count = useStore($count)
  const isMissing = useStore($isPlaceMissing)
  if (list.state !== 'loaded' || isMissing) return null
  return <p className="small">{count}</p>
}

function NearMeText() {
  const nearMe = useStore($nearMe)
  if (nearMe === 'off') return null
  if (nearMe === 'asking') return <p className="small">{NEAR_ME_PRIVACY}</p>
  if (nearMe === 'on')
    return <p className="small">Distances are from where you are. {NEAR_ME_PRIVACY}</p>
  return <p>{NEAR_ME_TEXTS[nearMe]}</p>
}

/** What the typed text means, when it is not one place. */
function PlaceText({ location }: { location: string }) {
  const found = useStore($placeSearch)
  const isMissing = useStore($isPlaceMissing)
  if (found.kind === 'failed') return <p>{PLACE_SEARCH_TEXTS.failed}</p>
  if (found.kind === 'ambiguous') return <p>{PLACE_SEARCH_TEXTS.ambiguous(location)}</p>
  if (found.kind === 'place') return found.others.length > 0 && <p>{PLACE_SEARCH_TEXTS.others}</p>
  // A venue or a county is not a place that distances are measured from, but it is found.
  if (!isMissing) return null
  return (
    <p>
      {found.kind === 'similar' ? PLACE_SEARCH_TEXTS.similar(location) : notFoundText(location)}
    </p>
  )
}

function useChoices(): readonly Place[] {
  const found = useStore($placeSearch)
  const isMissing = useStore($isPlaceMissing)
  if (found.kind === 'place') return found.others
  if (found.kind === 'ambiguous') return found.choices
  return found.kind === 'similar' && isMissing ? found.choices : []
}

function Choices() {
  const choices = useChoices()
  if (choices.length === 0) return null
  return (
    <ul className="cluster">
      {choices.map(({ label }) => (
        <li key={label}>
          <Button kind="secondary" small onClick={() => searchAndShow(label)}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
