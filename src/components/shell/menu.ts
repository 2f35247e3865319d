/**
 * Sub-menus that open by hover, by the arrow button (keyboard, touch) and close by Escape, by leaving and by a click
 * elsewhere (WCAG 1.4.13). Without this script the style sheet opens them on hover and on focus.
 */
export function keepMenu(menu: HTMLElement): void {
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

  menu.dataset['kept'] = ''
  for (const item of items) keepItem(item, toggleOf(item), isOpen, openOnly)
  document.addEventListener('keydown', (event) => {
    const open = items.find(isOpen)
    if (event.key !== 'Escape' || open === undefined) return
    // Focus inside the closing list would be lost: it goes back to the arrow.
    if (open.querySelector('ul')?.contains(document.activeElement)) toggleOf(open)?.focus()
    openOnly(undefined)
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) openOnly(undefined)
  })
}

function keepItem(
  item: HTMLElement,
  toggle: HTMLElement | null,
  isOpen: (item: HTMLElement) => boolean,
  openOnly: (chosen: HTMLElement | undefined) => void,
): void {
  // A finger has no hover: there the arrow alone opens.
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

/** Closes the small screens' menu by Escape, with focus back on its button, and by a click elsewhere. */
export function keepHamburger(menu: HTMLDetailsElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  })
}
