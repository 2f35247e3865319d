import { PROBLEM_PAGE } from '../../src/content/rules/preview-beside.ts'

/** Where the editor was before a page that only says what is missing: they may fill it in a moment later. */
const placesBefore = new WeakMap<HTMLIFrameElement, ScrollToOptions>()

/**
 * Shows a page in a frame. When the frame shows one with the same styles, only its body is replaced: nothing flickers, and
 * what the editor has scrolled to, opened and focused stays.
 */
export function showIn(frame: HTMLIFrameElement, page: Document): void {
  const shown = frame.contentDocument
  const place = placeFor(frame, page)
  const scroll = () => frame.contentWindow?.scrollTo({ ...place, behavior: 'instant' })
  if (shown === null || stylesOf(shown) !== stylesOf(page)) {
    frame.addEventListener('load', scroll, { once: true })
    frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`
    return
  }
  const before = kept(shown)
  const focused = before.indexOf(shown.activeElement as HTMLElement)
  shown.title = page.title
  shown.body.replaceWith(shown.adoptNode(page.body))
  for (const [at, element] of kept(shown).entries()) {
    const was = before[at]
    if (was?.localName === 'details') element.toggleAttribute('open', was.hasAttribute('open'))
    if (at === focused) element.focus({ preventScroll: true })
  }
  scroll()
}

/** Where the page is scrolled to: as the one before it, except that what is missing is at the top. */
function placeFor(frame: HTMLIFrameElement, page: Document): ScrollToOptions {
  const { contentDocument: shown, contentWindow: view } = frame
  const here = { left: view?.scrollX ?? 0, top: view?.scrollY ?? 0 }
  const wasProblem = shown !== null && isProblem(shown)
  if (!isProblem(page)) return wasProblem ? (placesBefore.get(frame) ?? here) : here
  if (!wasProblem) placesBefore.set(frame, here)
  return wasProblem ? here : { left: 0, top: 0 }
}

const isProblem = (page: Document) => page.querySelector(`[${PROBLEM_PAGE}]`) !== null

/** The style sheets of a page, to compare with those of another. */
const stylesOf = (page: Document) =>
  [...page.querySelectorAll('link, style')].map((style) => style.outerHTML).join('\n')

/** What can be open or have the focus, known again by its position: an update replaces the elements. */
const kept = (page: Document) => [
  ...page.querySelectorAll<HTMLElement>('details, summary, button, input'),
]
