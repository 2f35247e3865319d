import { atom, computed, type ReadableAtom } from 'nanostores'
import { $events } from '#events/store/events.ts'

const $chosen = atom<number | undefined>()

/** The event that list and map show as selected; undefined when none is, or when the filter hides it. */
export const $selected: ReadableAtom<number | undefined> = computed(
  [$chosen, $events],
  (chosen, list) =>
    list.state === 'loaded' && list.events.some(({ eventId }) => eventId === chosen)
      ? chosen
      : undefined,
)

/** Selects an event of the list, or none. */
export const selectEvent = (eventId: number | undefined): void => $chosen.set(eventId)
