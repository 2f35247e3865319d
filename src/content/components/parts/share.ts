/** What the browser offers to pass an address on; the page asks no third party. */
type Means = {
  readonly copy: ((address: string) => Promise<void>) | undefined
  readonly sheet: ((data: { title: string; url: string }) => Promise<void>) | undefined
}

const meansOf = ({ clipboard, share }: Partial<Navigator>): Means => ({
  copy: clipboard && ((address) => clipboard.writeText(address)),
  sheet: share && ((data) => share.call(navigator, data)),
})

/** Shows the buttons that work in this browser: copying the address of the page, and the system's own sheet (NEWS-06). */
export function offerSharing(root: HTMLElement): void {
  const { copy, sheet } = meansOf(navigator)
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const status = root.querySelector('[role=status]')
  const on = (name: string, act: (() => Promise<void>) | undefined) => {
    const button = root.querySelector<HTMLElement>(`[data-share=${name}]`)
    if (button === null || act === undefined) return
    button.hidden = false
    // A sheet that the visitor closes rejects: nothing to say.
    button.addEventListener('click', () => act().catch(() => undefined))
  }
  on('sheet', sheet && (() => sheet({ title: document.title, url })))
  on(
    'copy',
    copy &&
      (async () => {
        const done = await copy(url).then(
          () => true,
          () => false,
        )
        status?.replaceChildren(done ? (root.dataset['copied'] ?? '') : url)
      }),
  )
}
