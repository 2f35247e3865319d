/*
 * A browser that translates a page replaces text nodes by <font> elements with the translation. React keeps the text nodes: its next
 * `insertBefore` or `removeChild` with one throws, and a new price or time goes into a node that the page no longer shows.
 * This returns the text nodes to their place just before React uses one of them; the translator then translates them again.
 */

/** How a text node left its parent without React. `font`: the translator's element in its place. */
type Departure = Pick<MutationRecord, 'target' | 'previousSibling' | 'nextSibling'> & {
  readonly font: Element | undefined
}

const departures = new WeakMap<Node, Departure>()
/** The text nodes that an element of the translator replaces, in their order: several of one sentence become one element. */
const replacedBy = new WeakMap<Element, Node[]>()

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'

function noteDepartures(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.parentNode === target) continue
      // Replaced in one step, or removed beside the new element. A neighbour's element is its own only without a new one.
      const fonts = [...addedNodes, previousSibling, nextSibling].filter(isFont)
      const font = fonts.find((each) => !replacedBy.has(each)) ?? fonts[0]
      departures.set(text, { target, previousSibling, nextSibling, font })
      if (font === undefined) continue
      const texts = replacedBy.get(font) ?? []
      replacedBy.set(font, font === nextSibling ? [text, ...texts] : [...texts, text])
    }
  }
}

/** Returns a text node that a translator has taken away, with all others that its element replaces. */
function restore(text: Node): void {
  const departure = departures.get(text)
  if (departure === undefined) return
  departures.delete(text)
  const { target, previousSibling, nextSibling, font } = departure
  if (font?.parentNode === target) {
    const texts = replacedBy.get(font) ?? []
    for (const each of texts) departures.delete(each)
    font.replaceWith(...texts)
  } else if (text.parentNode === null) {
    // Firefox removes the text nodes that a translated sentence does not need.
    const after = previousSibling?.parentNode === target ? previousSibling.nextSibling : null
    target.insertBefore(text, nextSibling?.parentNode === target ? nextSibling : after)
  }
}

/** The child of `parent` that contains `node`, when only elements of a translator are between them; else the node itself. */
function childAround(node: Node, parent: Node): Node {
  let child = node
  while (child.parentNode !== parent && isFont(child.parentNode)) child = child.parentNode
  return child.parentNode === parent ? child : node
}

/** Runs before React renders. With a node that no translator has moved everything is as ever: an error of our own still throws. */
export function keepTranslatedText(): void {
  const { insertBefore, appendChild, removeChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const observer = new MutationObserver(noteDepartures)
  observer.observe(document, { childList: true, subtree: true })
  const withRestored = (nodes: readonly Node[], change: () => void) => {
    noteDepartures(observer.takeRecords())
    for (const node of nodes) restore(node)
    change()
    // The page's own changes: what they remove has not departed.
    observer.takeRecords()
  }

  // Scripts of others leave the second argument undefined at the end of a parent.
  Node.prototype.insertBefore = function <New extends Node>(
    node: New,
    before: Node | null = null,
  ): New {
    withRestored(before === null ? [node] : [node, before], () => {
      insertBefore.call(this, node, before === null ? null : childAround(before, this))
    })
    return node
  }
  Node.prototype.appendChild = function <New extends Node>(node: New): New {
    withRestored([node], () => {
      appendChild.call(this, node)
    })
    return node
  }
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    withRestored([child], () => {
      const isInFont = childAround(child, this) !== child
      removeChild.call(isInFont ? child.parentNode : this, child)
    })
    return child
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      withRestored([this], () => nodeValue?.set?.call(this, value))
    },
  })
}
