import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { DateFilter, EventOrder } from '#domain/event-filter.ts'
import { AUDIENCE_LABELS, DATE_FILTER_LABELS, EVENT_ORDER_LABELS } from '#domain/texts/events.ts'
import { Tabs } from '#islands/events/Tabs.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { CheckboxGroup } from '#islands/ui/CheckboxGroup.tsx'
import { SelectField } from '#islands/ui/SelectField.tsx'
import { TextField } from '#islands/ui/TextField.tsx'
import { $filter, changeFilter, toggleAudience } from '#stores/events/event-filter.ts'

const DATES = Object.entries(DATE_FILTER_LABELS).map(([value, label]) => ({ value, label }))
const AUDIENCES = Object.entries(AUDIENCE_LABELS).map(([value, label]) => ({ value, label }))
const ORDERS = Object.entries(EVENT_ORDER_LABELS).map(([value, label]) => ({ value, label }))

/** The filter: day, place and audience combine (EVL-01); the order of the list (EVL-03). Disabled until the island is hydrated. */
export function EventFilterPanel({ isReady }: { isReady: boolean }) {
  const filter = useStore($filter)
  const tabs = [
    { id: 'by-date', label: 'By Date', panel: <ByDate date={filter.date} /> },
    {
      id: 'by-location',
      label: 'By Location',
      // A new key resets the typed text after Back.
      panel: <ByLocation location={filter.location} key={filter.location} />,
    },
  ]
  const first = filter.location !== '' && filter.date === '' ? 'by-location' : 'by-date'
  return (
    <fieldset className="stack" disabled={!isReady}>
      <legend className="visually-hidden">Narrow down the events</legend>
      <Tabs label="Find events" tabs={tabs} first={first} key={isReady ? 'hydrated' : 'static'} />
      <CheckboxGroup
        name="audience"
        label="Events for"
        values={filter.audiences}
        options={AUDIENCES}
        onToggle={toggleAudience}
      />
      <SelectField
        name="order"
        label="Order"
        value={filter.order}
        options={ORDERS}
        onChange={(value) => changeFilter({ order: value as EventOrder })}
      />
    </fieldset>
  )
}

function ByDate({ date }: { date: DateFilter }) {
  return (
    <SelectField
      name="date"
      label="When"
      value={date}
      options={DATES}
      onChange={(value) => changeFilter({ date: value as DateFilter })}
    />
  )
}

function ByLocation({ location }: { location: string }) {
  const [typed, setTyped] = useState(location)
  const search = (text: string) => changeFilter({ location: text })
  return (
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
        hint="A town, a place or a postcode"
        type="search"
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
      <div className="button-group">
        <Button type="submit" kind="secondary">
          Search
        </Button>
        {location !== '' && (
          <Button kind="quiet" onClick={() => search('')}>
            Anywhere
          </Button>
        )}
      </div>
    </form>
  )
}
