type Opening = 'hover' | 'click'
type OpenOnly = (chosen: HTMLElement | undefined, by?: Opening) => void

/**
 * Sub-menus that open on hover or by the arrow button and close on Escape and on a click elsewhere; one that only hover opened
 * closes on leaving, and a click on its arrow keeps it open (SITE-05, WCAG 1.4.13). Without this script the style sheet opens them on hover and on focus.
 */
export function enhanceMenu(menu: HTMLElement): void {
  const items = [...menu.querySelectorAll<HTMLElement>('[data-menu-item]')]
  const toggleOf = (item: HTMLElement) => item.querySelector<HTMLElement>('[aria-expanded]')
  const set = (item: HTMLElement, open: boolean, by: Opening) => {
    if (open) item.dataset['open'] = by
    else delete item.dataset['open']
    toggleOf(item)?.setAttribute('aria-expanded', String(open))
  }
  const openOnly: OpenOnly = (chosen, by = 'click') => {
    for (const item of items) set(item, item === chosen, by)
  }

  menu.dataset['enhanced'] = ''
  for (const item of items) enhanceItem(item, toggleOf(item), openOnly)
  document.addEventListener('keydown', (event) => {
    const open = items.find((item) => 'open' in item.dataset)
    if (event.key !== 'Escape' || open === undefined) return
    // The focus inside the closing list would be lost: move it to the arrow button.
    if (open.querySelector('ul')?.contains(document.activeElement)) toggleOf(open)?.focus()
    openOnly(undefined)
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) openOnly(undefined)
  })
}

function enhanceItem(item: HTMLElement, toggle: HTMLElement | null, openOnly: OpenOnly): void {
  // Touch has no hover: only the arrow button opens.
  item.addEventListener('pointerenter', (event) => {
    if (event.pointerType === 'mouse' && !('open' in item.dataset)) openOnly(item, 'hover')
  })
  item.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && item.dataset['open'] === 'hover') openOnly(undefined)
  })
  toggle?.addEventListener('click', () =>
    openOnly(item.dataset['open'] === 'click' ? undefined : item),
  )
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
