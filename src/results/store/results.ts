import { atom, type ReadableAtom } from 'nanostores'
import { readSession } from '#account/store/session.ts'
import { call, callForFile } from '#core/contract/call.ts'
import { latestOnly } from '#core/store/latest-only.ts'
import { onReturn, onShown } from '#core/store/navigation.ts'
import {
  acknowledgeResult,
  getResultLetter,
  listResults,
  type ResultItem,
  type ResultOnWire,
} from '#results/contract/results.ts'
import { LETTER_FAILED, READ_FAILED } from '#results/texts/results.ts'

export type { ResultItem, ResultOnWire }

/** The items of /medical-results (RES-01). Kept in this page only, never in the browser's storage. */
export type ResultList =
  | { readonly state: 'loading' }
  /** `readAt`: when the items were read. */
  | { readonly state: 'loaded'; readonly items: readonly ResultItem[]; readonly readAt: Date }
  /** The e-mail address is not confirmed yet (AUTH-12). */
  | { readonly state: 'not-verified' }
  | { readonly state: 'failed'; readonly text: string }

/** What a button of a result is doing, by result; a text says why it failed. */
export type Action = { readonly isBusy: boolean; readonly text: string }

const IDLE: Action = { isBusy: false, text: '' }
const BUSY: Action = { isBusy: true, text: '' }

const $list = atom<ResultList>({ state: 'loading' })
const $actionById = atom<Readonly<Record<string, Action>>>({})
const $printedId = atom<string | undefined>(undefined)
export const $results: ReadableAtom<ResultList> = $list
export const $actions: ReadableAtom<Readonly<Record<string, Action>>> = $actionById
/** The one result that is being printed. */
export const $printed: ReadableAtom<string | undefined> = $printedId

const keyOf = (what: 'read' | 'letter', resultId: string) => `${what}-${resultId}`

/** What the 'read' or 'letter' button of a result is doing. */
export const actionOf = (
  actions: Readonly<Record<string, Action>>,
  what: 'read' | 'letter',
  resultId: string,
): Action => actions[keyOf(what, resultId)] ?? IDLE

function setAction(key: string, action: Action): void {
  $actionById.set({ ...$actionById.get(), [key]: action })
}

const beginLoad = latestOnly()
let loadedAt = 0

/** Loads the items; the response to an outdated request is dropped. */
export async function loadResults(profileId: number): Promise<void> {
  const isLatest = beginLoad()
  const answer = await call(listResults, { profileId })
  if (!isLatest()) return
  loadedAt = Date.now()
  if (answer.ok)
    $list.set({ state: 'loaded', items: answer.value.data, readAt: new Date(loadedAt) })
  else if (answer.reason === 'email-not-verified') $list.set({ state: 'not-verified' })
  else $list.set({ state: 'failed', text: answer.text })
}

/** How old the items may be when the tab is shown again: a result may have been withdrawn in the meantime (RES-05). */
const STALE_MS = 30_000

/** The patient, and whether the e-mail address is confirmed. */
type Owner = { readonly profileId: number; readonly is_verified: boolean }

/**
 * Loads the items now and whenever the patient comes back to the page; while the address is not confirmed, reads the session instead,
 * which says when it is. Returns a function that stops it.
 */
export function watchResults({ profileId, is_verified: isVerified }: Owner): () => void {
  if (!isVerified) $list.set({ state: 'not-verified' })
  const load = () => void (isVerified ? loadResults(profileId) : readSession())
  const look = () => {
    if (!isVerified || Date.now() - loadedAt > STALE_MS) load()
  }
  const stops = [onReturn(load), onShown(look)]
  if (isVerified) load()
  return () => {
    for (const stop of stops) stop()
  }
}

/** Replaces a result in the list by the server's response. */
function setReadAt(resultId: string, readAt: string): void {
  const list = $list.get()
  if (list.state !== 'loaded') return
  const items = list.items.map((item) =>
    item.result?.result_id === resultId
      ? { ...item, result: { ...item.result, read_at: readAt } }
      : item,
  )
  $list.set({ ...list, items })
}

/**
 * 'I have read this' (RES-02), for the judgement that is shown: stored once. A result that is no longer shown disappears. A result
 * that was judged again is shown as it is now, with a note that it changed.
 */
export async function confirmRead(
  profileId: number,
  { result_id: resultId, round }: Pick<ResultOnWire, 'result_id' | 'round'>,
): Promise<void> {
  const key = keyOf('read', resultId)
  if (round === null || $actionById.get()[key]?.isBusy) return
  setAction(key, BUSY)
  const answer = await call(acknowledgeResult, { profileId, result_id: resultId, round })
  setAction(key, IDLE)
  if (answer.ok) {
    // A list that was requested before would show it as unread.
    beginLoad()
    setReadAt(resultId, answer.value.read_at)
  } else if (answer.reason === 'result-not-found') await loadResults(profileId)
  else if (answer.reason === 'result-changed') {
    await loadResults(profileId)
    setAction(key, { isBusy: false, text: answer.text })
  } else
    setAction(key, { isBusy: false, text: answer.reason === 'network' ? READ_FAILED : answer.text })
}

/** The letter of a result (RES-04), or undefined when it could not be loaded; the action then says why. */
export async function loadLetter(profileId: number, resultId: string): Promise<Blob | undefined> {
  const key = keyOf('letter', resultId)
  if ($actionById.get()[key]?.isBusy) return
  setAction(key, BUSY)
  const answer = await callForFile(getResultLetter, { profileId, result_id: resultId })
  setAction(key, IDLE)
  if (answer.ok) return answer.value
  if (answer.reason === 'result-not-found') await loadResults(profileId)
  else {
    const text = answer.reason === 'too-many-requests' ? answer.text : LETTER_FAILED
    setAction(key, { isBusy: false, text })
  }
  return undefined
}

/** 'Print this result': the page leaves out everything else until the print dialog is closed. */
export function startPrint(resultId: string): void {
  $printedId.set(resultId)
}

export function endPrint(): void {
  $printedId.set(undefined)
}
