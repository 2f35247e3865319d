import type { FrameMessage, PageMessage } from './messages.ts'

const script = document.currentScript as HTMLScriptElement
const origin = new URL(script.src).origin

export type Frame = {
  element: HTMLIFrameElement
  ready: Promise<void>
  tell: (message: PageMessage) => void
  remove: () => void
}

let frameCount = 0
export const nextNumber = () => {
  frameCount += 1
  return frameCount
}

export function containerOf(container: string | HTMLElement): HTMLElement {
  const found =
    typeof container === 'string' ? document.querySelector<HTMLElement>(container) : container
  if (!found) throw new Error('The container of a PayPal component was not found')
  return found
}

/** A frame of the stand-in's origin in `container`. Styles are set by script: a strict policy forbids style attributes in markup. */
export function openFrame(
  container: HTMLElement,
  { path, name, title }: { path: string; name: string; title: string },
  listen: (message: FrameMessage) => void,
): Frame {
  const element = document.createElement('iframe')
  element.name = name
  element.title = title
  const url = new URL(path, origin)
  url.searchParams.set('origin', location.origin)
  element.src = url.href
  element.style.cssText = 'display:block;width:100%;height:84px;border:0;color-scheme:light'
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const receive = (event: MessageEvent<FrameMessage>) => {
    if (event.source !== element.contentWindow || event.origin !== origin) return
    if (event.data.kind === 'height') element.style.height = `${event.data.height}px`
    if (event.data.kind === 'ready') isReady()
    listen(event.data)
  }
  addEventListener('message', receive)
  container.append(element)
  return {
    element,
    ready,
    tell: (message) => element.contentWindow?.postMessage(message, origin),
    remove() {
      removeEventListener('message', receive)
      element.remove()
    },
  }
}

/** A dialog over the page with a frame: the bank's check, or the PayPal account. The browser returns the focus afterwards. */
export function openDialog(
  path: string,
  title: string,
): Promise<Extract<FrameMessage, { kind: 'done' | 'cancelled' }>> {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', title)
  dialog.style.cssText =
    'padding:0;border:1px solid #54616e;border-radius:4px;width:min(32rem,calc(100vw - 1rem));background:#fff'
  document.body.append(dialog)
  return new Promise((resolve) => {
    const name = `paypal-dialog-${nextNumber()}`
    const end = (message: FrameMessage) => {
      if (message.kind !== 'done' && message.kind !== 'cancelled') return
      frame.remove()
      dialog.close()
      dialog.remove()
      resolve(message)
    }
    const frame = openFrame(dialog, { path, name, title }, (message) => {
      if (message.kind === 'ready') frame.tell({ kind: 'focus' })
      end(message)
    })
    frame.element.style.height = '22rem'
    dialog.addEventListener('cancel', () => end({ kind: 'cancelled' }))
    dialog.showModal()
    frame.element.focus()
  })
}
