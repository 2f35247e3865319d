import { Fragment } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Button } from '#core/island/Button.tsx'
import { keepTranslatedText } from '#core/island/translated-text.ts'

/*
 * A page without the site, for tests/e2e/translation.spec.ts: React renders random states, and random text nodes are translated in
 * the ways of several translators. The words stay, so that the page must always read like the state.
 */

// As a translator has them, whose script runs in a world of its own.
const { insertBefore, removeChild, replaceChild, appendChild } = Node.prototype

type Part = { readonly key: number; readonly kind: 'text' | 'bold'; readonly text: string }
type State = { readonly parts: readonly Part[]; readonly price: number; readonly isBusy: boolean }

/** The button as it was when it broke. */
function OldButton({ busy }: { busy: boolean }) {
  return (
    <button type="button">
      {busy && <span className="spinner" aria-hidden="true" />}
      {buttonText(busy)}
    </button>
  )
}

const buttonText = (isBusy: boolean) => (isBusy ? 'Sending…' : 'Send code')

const Pressed = ({ isBusy, isOld }: { isBusy: boolean; isOld: boolean }) =>
  isOld ? (
    <OldButton busy={isBusy} />
  ) : (
    <Button busy={isBusy} busyText={buttonText(true)}>
      {buttonText(false)}
    </Button>
  )

function Page({ parts, price, isBusy, isOld }: State & { isOld: boolean }) {
  return (
    <>
      <Pressed isBusy={isBusy} isOld={isOld} />
      <p>
        It costs {price} pounds {isBusy ? <b>now</b> : 'later'}.
      </p>
      <p>
        {parts.map(({ key, kind, text }) =>
          kind === 'bold' ? <b key={key}>{text}</b> : <Fragment key={key}>{text}</Fragment>,
        )}
      </p>
    </>
  )
}

const wordsOf = ({ parts, price, isBusy }: State) =>
  [
    buttonText(isBusy),
    `It costs ${price} pounds ${isBusy ? 'now' : 'later'}.`,
    ...parts.map(({ text }) => text),
  ].join('')

function fontWith(text: string): Element {
  const font = document.createElement('font')
  font.append(document.createElement('font'))
  font.firstElementChild?.append(text)
  return font
}

const isPlain = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE

/** The ways in which translators are known to change a page. */
const WAYS: ReadonlyArray<(text: Text, parent: Node) => void> = [
  (text, parent) => replaceChild.call(parent, fontWith(text.data), text),
  (text, parent) => {
    insertBefore.call(parent, fontWith(text.data), text)
    removeChild.call(parent, text)
  },
  (text, parent) => {
    insertBefore.call(parent, fontWith(text.data), text.nextSibling)
    removeChild.call(parent, text)
  },
  (text, parent) => {
    const font = document.createElement('font')
    insertBefore.call(parent, font, text)
    appendChild.call(font, text)
  },
  // A sentence of several text nodes becomes one element.
  (text, parent) => {
    const texts = [text]
    for (let next = text.nextSibling; isPlain(next); next = next.nextSibling) texts.push(next)
    const font = fontWith(texts.map(({ data }) => data).join(''))
    replaceChild.call(parent, font, text)
    for (const rest of texts.slice(1)) removeChild.call(parent, rest)
  },
]

function translate(root: Element, random: () => number): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const { parentNode } = text
    const isTranslated = text.parentElement?.closest('font') !== null
    if (parentNode === null || isTranslated || text.data === '' || random() < 0.3) continue
    WAYS[Math.floor(random() * WAYS.length)]?.(text, parentNode)
  }
}

function randomState(random: () => number): State {
  const parts = Array.from({ length: 6 }, (_, key): Part => {
    const text = `${key}:${Math.floor(random() * 3)} `
    return { key, kind: key % 3 === 0 ? 'bold' : 'text', text }
  })
  const kept = parts.filter(() => random() < 0.6)
  if (random() < 0.5) kept.reverse()
  return { parts: kept, price: Math.floor(random() * 3), isBusy: random() < 0.5 }
}

export type Run = {
  seed: number
  steps: number
  isGuarded: boolean
  isOld: boolean
  /** A button that is pressed, on a page of which every text was translated. */
  only?: 'button'
}
export type Told = { read: string; expected: string; errors: string[] }

/** Renders and translates in turn; stops at the first step after which the page reads otherwise than its state. */
function run({ seed, steps, isGuarded, isOld, only }: Run): Told {
  let state = seed
  // Mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  if (isGuarded) keepTranslatedText()
  const container = document.body.appendChild(document.createElement('main'))
  const errors: string[] = []
  const root = createRoot(container, { onUncaughtError: (error) => errors.push(String(error)) })
  const told = { read: '', expected: '', errors }
  for (let step = 0; step < steps && told.read === told.expected; step += 1) {
    const isBusy = step === 1
    const next = only ? undefined : randomState(random)
    flushSync(() =>
      root.render(next ? <Page {...next} isOld={isOld} /> : <Pressed {...{ isBusy, isOld }} />),
    )
    told.read = container.textContent
    told.expected = next ? wordsOf(next) : buttonText(isBusy)
    translate(container, only ? () => 0.5 : random)
  }
  return told
}

Reflect.set(window, 'runTranslated', run)
