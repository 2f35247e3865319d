/**
 * Replaces the archive's links by a select list, in the same place and of the same size. Choosing by touch or mouse
 * opens the month immediately; with the keyboard only Enter or the button does, because every arrow key changes the choice
 * (WCAG 3.2.2).
 */
export function offerChoice(
  archive: HTMLElement,
  open = (href: string) => location.assign(href),
): void {
  const label = archive.querySelector('.field__label')
  const links = [...archive.querySelectorAll<HTMLAnchorElement>('a')]
  const current = links.find((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))
  if (label === null || current === undefined) return

  const select = document.createElement('select')
  select.className = 'input select'
  select.id = 'archive-month'
  select.autocomplete = 'off'
  select.append(
    ...links.map((link) => new Option(link.textContent.trim(), link.href, link === current)),
  )
  const button = document.createElement('button')
  button.className = 'button button--secondary'
  button.type = 'button'
  button.append('Show')
  button.ariaLabel = 'Show month'
  const caption = document.createElement('label')
  caption.className = label.className
  caption.htmlFor = select.id
  caption.append(label.textContent)
  const row = document.createElement('div')
  row.className = 'archive__row'
  row.append(select, button)

  let byKeyboard = false
  const go = () => {
    if (select.value !== current.href) open(select.value)
  }
  select.addEventListener('keydown', (event) => {
    byKeyboard = event.key !== 'Enter'
    if (event.key === 'Enter') go()
  })
  select.addEventListener('pointerdown', () => {
    byKeyboard = false
  })
  select.addEventListener('change', () => {
    if (!byKeyboard) go()
  })
  button.addEventListener('click', go)
  // After Back the list must show the present page, not the month chosen before.
  addEventListener('pageshow', () => {
    select.value = current.href
  })
  archive.replaceChildren(caption, row)
}
