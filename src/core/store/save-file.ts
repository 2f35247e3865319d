/** Lets the browser store a file under a name, as if a link to it had been followed. */
export function saveFile(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // Some browsers fail when the address is revoked before they have read the file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
