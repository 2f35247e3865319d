import { atom, type ReadableAtom } from 'nanostores'
import {
  joinWaitingList,
  leaveWaitingList,
  listWaiting,
  type WaitingOnWire,
} from '#booking/contract/waiting-list.ts'
import {
  DAY_PARTS,
  type DayPart,
  type DayParts,
  partsOfSlots,
} from '#booking/rules/waiting-list.ts'
import { requestedEvent } from '#booking/store/requested-event.ts'
import { LEAVE_DIALOG, NO_PART_CHOSEN } from '#booking/texts/waiting-list.ts'
import { call } from '#core/contract/call.ts'
import type { Endpoint, ReasonOf } from '#core/contract/endpoint.ts'
import { createForm } from '#core/store/form.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { onReturn } from '#core/store/navigation.ts'
import { onTabSignal, tellTabs } from '#core/store/tab-signals.ts'
import { getEvent, isWhole, type VisibleEventOnWire } from '#events/contract/events.ts'
import { listSlots } from '#events/rules/slot.ts'
import { type EventFacts, eventFacts } from '#events/store/event-facts.ts'
import { knownEvent } from '#events/store/known-event.ts'

export type WaitingEntry = WaitingOnWire
export type JoinReason = ReasonOf<typeof joinWaitingList>

export type WaitingLists =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'loaded'
      readonly live: readonly WaitingEntry[]
      readonly ended: readonly WaitingEntry[]
    }

/** The event whose list the page was opened for. */
export type WantedEvent =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly facts: EventFacts; readonly parts: readonly DayPart[] }

/** The running end of an entry, if any. */
export type Leaving =
  | { readonly step: 'none' }
  | { readonly step: 'asking' | 'sending'; readonly entry: WaitingEntry; readonly problem?: string }

const $list = atom<WaitingLists>({ state: 'loading' })
const $wantedEvent = atom<WantedEvent>({ state: 'none' })
const $leave = atom<Leaving>({ step: 'none' })
const $leftEntry = atom<string | undefined>()
const $done = atom<'joined' | 'changed'>('joined')
const $refused = atom<JoinReason | undefined>(undefined)
export const $waiting: ReadableAtom<WaitingLists> = $list
export const $wanted: ReadableAtom<WantedEvent> = $wantedEvent
export const $leaving: ReadableAtom<Leaving> = $leave
/** The entry that this page ended last: its result takes the focus. */
export const $left: ReadableAtom<string | undefined> = $leftEntry
/** What the last success was: a new entry, or other times of day. */
export const $joinedAs: ReadableAtom<'joined' | 'changed'> = $done
/** Why the last attempt to join was refused, when the page has a next step for it. */
export const $joinRefusal: ReadableAtom<JoinReason | undefined> = $refused

function offeredParts(): readonly DayPart[] {
  const wanted = $wantedEvent.get()
  return wanted.state === 'loaded' && wanted.parts.length > 0 ? wanted.parts : DAY_PARTS
}

type PartsForm = { parts: readonly DayPart[] }

export const joinForm = createForm<PartsForm>({
  initial: { parts: DAY_PARTS },
  // A part that the event does not have is not a choice, although it is kept for a change of its times.
  check: ({ parts }) =>
    offeredParts().some((part) => parts.includes(part)) ? {} : { parts: NO_PART_CHOSEN },
})

const beginLoad = latestOnly()

/** The patient's entries. The response to an outdated request is dropped. */
export async function loadWaiting(): Promise<void> {
  const isLatest = beginLoad()
  const answer = await call(listWaiting, {})
  if (!isLatest()) return
  if (answer.ok) {
    const { entries } = answer.value
    const live = entries.filter((entry) => entry.ended_at === null)
    const isLive = (eventId: number) => live.some((entry) => entry.event_id === eventId)
    // An ended entry is not shown when the patient waits for the same event again.
    const ended = entries.filter((entry) => entry.ended_at !== null && !isLive(entry.event_id))
    $list.set({ state: 'loaded', live, ended })
  } else $list.set({ state: 'failed' })
}

/** The patient's live entry of an event. */
export const liveEntry = (lists: WaitingLists, eventId: number): WaitingEntry | undefined =>
  lists.state === 'loaded' ? lists.live.find((entry) => entry.event_id === eventId) : undefined

export const partsOf = (entry: DayParts): DayPart[] => DAY_PARTS.filter((part) => entry[part])

/** The parts of the day that have slots; all of a private event whose times are withheld. */
function partsOfEvent(event: VisibleEventOnWire): readonly DayPart[] {
  if (!isWhole(event)) return DAY_PARTS
  return partsOfSlots(listSlots(knownEvent(event)))
}

async function loadWanted(product: string): Promise<void> {
  const eventId = requestedEvent()
  if (eventId === undefined) return $wantedEvent.set({ state: 'none' })
  if (eventId === 'invalid') return $wantedEvent.set({ state: 'failed' })
  if ($wantedEvent.get().state !== 'loaded') $wantedEvent.set({ state: 'loading' })
  const answer = await call(getEvent, { event_id: eventId })
  if (!answer.ok) return $wantedEvent.set({ state: 'failed' })
  const facts = eventFacts(answer.value, product, new Date(answer.value.server_time))
  $wantedEvent.set({ state: 'loaded', facts, parts: partsOfEvent(answer.value) })
}

/** Ticks or unticks a part of the day. */
export function togglePart(part: string): void {
  const { parts } = joinForm.$values.get()
  joinForm.set(
    'parts',
    DAY_PARTS.filter((one) => (one === part ? !parts.includes(one) : parts.includes(one))),
  )
}

/** Joins the list of the wanted event, or saves other times of day. */
export async function join(eventId: number): Promise<void> {
  $refused.set(undefined)
  const isWaiting = liveEntry($list.get(), eventId) !== undefined
  await joinForm.submit(async ({ parts }) => {
    const answer = await call(joinWaitingList, {
      event_id: eventId,
      mornings: parts.includes('mornings'),
      afternoons: parts.includes('afternoons'),
      evenings: parts.includes('evenings'),
    })
    if (!answer.ok) {
      if (isOwnReason(joinWaitingList, answer.reason)) $refused.set(answer.reason)
      return { ok: false, text: answer.text }
    }
    $done.set(isWaiting ? 'changed' : 'joined')
    tellTabs('placeChanged')
    await loadWaiting()
    return { ok: true }
  })
}

const isOwnReason = <E extends Endpoint>(endpoint: E, reason: string): reason is ReasonOf<E> =>
  reason in endpoint.reasons

/** 'Leave the waiting list' or 'Give this place back': asks first. */
export const askToLeave = (entry: WaitingEntry): void => $leave.set({ step: 'asking', entry })

export function keepWaiting(): void {
  if ($leave.get().step !== 'sending') $leave.set({ step: 'none' })
}

export async function leave(): Promise<void> {
  const current = $leave.get()
  if (current.step !== 'asking') return
  const { entry } = current
  $leave.set({ step: 'sending', entry })
  const answer = await call(leaveWaitingList, { waiting_id: entry.waiting_id })
  if (!answer.ok) {
    const problem = answer.reason === 'failure' ? LEAVE_DIALOG.failed : answer.text
    return $leave.set({ step: 'asking', entry, problem })
  }
  $leave.set({ step: 'none' })
  $leftEntry.set(entry.waiting_id)
  tellTabs('placeChanged')
  joinForm.fill({ parts: DAY_PARTS })
  await loadWaiting()
}

/** Shows the times of the patient's entry in the form. */
function fillFrom(eventId: number): void {
  const entry = liveEntry($list.get(), eventId)
  if (entry !== undefined) joinForm.fill({ parts: partsOf(entry) })
}

/** Loads the lists, and again on return and when another tab changed one. Returns a function that stops it. */
export function watchWaiting(): () => void {
  const stops = [
    onReturn(() => void loadWaiting()),
    onTabSignal('placeChanged', () => void loadWaiting()),
  ]
  void loadWaiting()
  return () => {
    for (const stop of stops) stop()
  }
}

/** The same with the event of the address. */
export function watchWaitingPage(product: string): () => void {
  joinForm.fill({ parts: DAY_PARTS })
  $refused.set(undefined)
  const open = async () => {
    await Promise.all([loadWaiting(), loadWanted(product)])
    const eventId = requestedEvent()
    if (typeof eventId === 'number') fillFrom(eventId)
  }
  const stops = [onReturn(() => void open()), onTabSignal('placeChanged', () => void loadWaiting())]
  void open()
  return () => {
    for (const stop of stops) stop()
  }
}
