/** The address that dials a printed number. Example: `0330 808 0401` gives `tel:03308080401`. */
export function telephoneHref(printed: string): string {
  return `tel:${printed.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')}`
}
