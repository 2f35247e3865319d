/** Maximum size of an upload in bytes. */
export const MAX_UPLOAD_BYTES = { images: 20_000_000, files: 60_000_000 } as const

/**
 * Image formats that may be uploaded, as messages name them. No SVG: it can contain script.
 * `heif` is sharp's name for AVIF.
 */
export const IMAGE_FORMATS = {
  jpeg: { name: 'JPEG', extension: 'jpg' },
  png: { name: 'PNG', extension: 'png' },
  webp: { name: 'WebP', extension: 'webp' },
  heif: { name: 'AVIF', extension: 'avif' },
  gif: { name: 'GIF', extension: 'gif' },
} as const

/** For example 'JPEG, PNG or GIF'. */
export function imageFormatNames(type: 'conjunction' | 'disjunction'): string {
  const names = Object.values(IMAGE_FORMATS).map(({ name }) => name)
  return new Intl.ListFormat('en-GB', { type }).format(names)
}
