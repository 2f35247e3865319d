const SIGNATURES: readonly (readonly [type: string, at: number, bytes: Buffer])[] = [
  ['image/png', 0, Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['image/jpeg', 0, Buffer.from([0xff, 0xd8, 0xff])],
  ['image/webp', 8, Buffer.from('WEBP')],
]

/** The media type that the first bytes of an image show; undefined for anything but PNG, JPEG and WebP. */
export const imageTypeOf = (image: Buffer): string | undefined =>
  SIGNATURES.find(([, at, bytes]) => image.subarray(at, at + bytes.length).equals(bytes))?.[0]
