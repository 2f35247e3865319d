import { atom, onMount } from 'nanostores'
import { watchBusy } from '#core/contract/busy.ts'

/** Whether a call of this page waits for its turn, because the server is busy. */
export const $isWaitingForTurn = atom(false)

onMount($isWaitingForTurn, () => watchBusy((isWaiting) => $isWaitingForTurn.set(isWaiting)))
