/**
 * Sub-menus that open on hover or by the arrow button (keyboard, touch) and close on Escape, on leaving and on a click
 * elsewhere (SITE-05, WCAG 1.4.13). Without this script the style sheet opens them on hover and on focus.
 */
export function enhanceMenu(menu: HTMLElement): void {
  const items = [...menu.querySelectorAll<HTMLElement>('[data-menu-item]')]
  const toggleOf = (item: HTMLElement) => item.querySelector<HTMLElement>('[aria-expanded]')
  const isOpen = (item: HTMLElement) => 'open' in item.dataset
  const set = (item: HTMLElement, open: boolean) => {
    if (open) item.dataset['open'] = ''
    else delete item.dataset['open']
    toggleOf(item)?.setAttribute('aria-expanded', String(open))
  }
  const openOnly = (chosen: HTMLElement | undefined) => {
    for (const item of items) set(item, item === chosen)
  }

  menu.dataset['enhanced'] = ''
  for (const item of items) enhanceItem(item, toggleOf(item), isOpen, openOnly)
  document.addEventListener('keydown', (event) => {
    const open = items.find(isOpen)
    if (event.key !== 'Escape' || open === undefined) return
    // The focus inside the closing list would be lost: move it to the arrow button.
    if (open.querySelector('ul')?.contains(document.activeElement)) toggleOf(open)?.focus()
    openOnly(undefined)
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) openOnly(undefined)
  })
}

function enhanceItem(
  item: HTMLElement,
  toggle: HTMLElement | null,
  isOpen: (item: HTMLElement) => boolean,
  openOnly: (chosen: HTMLElement | undefined) => void,
): void {
  // Touch has no hover: only the arrow button opens.
  item.addEventListener('pointerenter', (event) => {
    if (event.pointerType === 'mouse') openOnly(item)
  })
  item.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') openOnly(undefined)
  })
  toggle?.addEventListener('click', () => openOnly(isOpen(item) ? undefined : item))
  item.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && !item.contains(event.relatedTarget)) {
      openOnly(undefined)
    }
  })
}

/** Closes the small-screen menu on Escape, with the focus on its button, and on a click elsewhere (SITE-04). */
export function enhanceHamburger(menu: HTMLDetailsElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
}
