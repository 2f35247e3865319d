import { useStore } from '@nanostores/react'
import { CheckboxGroup } from '#core/island/CheckboxGroup.tsx'
import { SelectField } from '#core/island/SelectField.tsx'
import { ByLocation } from '#events/island/ByLocation.tsx'
import { Tabs } from '#events/island/Tabs.tsx'
import type { DateFilter } from '#events/rules/event-filter.ts'
import { $filter, changeFilter, toggleAudience } from '#events/store/event-filter.ts'
import { AUDIENCE_LABELS, DATE_FILTER_LABELS } from '#events/texts/events.ts'

const DATES = Object.entries(DATE_FILTER_LABELS).map(([value, label]) => ({ value, label }))
const AUDIENCES = Object.entries(AUDIENCE_LABELS).map(([value, label]) => ({ value, label }))

/** The filter: day, place and audience combine (EVL-01). Disabled until the island is hydrated. */
export function EventFilterPanel({ isReady }: { isReady: boolean }) {
  const filter = useStore($filter)
  const tabs = [
    { id: 'by-date', label: 'By Date', panel: <ByDate date={filter.date} /> },
    {
      id: 'by-location',
      label: 'By Location',
      panel: <ByLocation location={filter.location} />,
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
        inline
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
