import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The content codings that the site sends, the better one first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** A body in the codings that exist of it. */
export type CodedBody = { readonly plain: Buffer } & { readonly [coding in Coding]?: Buffer }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Below this a compressed copy saves less than 100 bytes. */
const LEAST_BYTES = 256
/** Level 5 takes a millisecond for an event page; the best takes fifty for an eighth less (integrations/precompress.ts). */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const ENCODERS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, QUALITY),
  gzip: (body) => zip(body),
}

/** One coding of Accept-Encoding and its weight. Each part is trimmed first: a pattern for the spaces would take time by the square of their number. */
function weighted(part: string): readonly [name: string, weight: number] {
  const [name = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim().toLowerCase())
  return [name, Number(weight.replace(/^q=/, ''))]
}

/** Whether the client reads `coding` (RFC 9110 12.5.3); one that does not say so gets the plain bytes. */
function accepts(header: string, coding: Coding): boolean {
  const weights = new Map(header.split(',').map(weighted).reverse())
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}

/** The best of `codings` that the client reads; undefined: the plain bytes. */
export const chosenCoding = (
  accepted: string | readonly string[] | undefined,
  codings: readonly Coding[] = CODINGS,
): Coding | undefined => codings.find((coding) => accepts(String(accepted ?? ''), coding))

/** The copy of `body` that the client reads. */
export function copyFor(accepted: string | readonly string[] | undefined, body: CodedBody) {
  const coding = chosenCoding(
    accepted,
    CODINGS.filter((one) => body[one] !== undefined),
  )
  return { coding, bytes: (coding && body[coding]) ?? body.plain }
}

export const encode = (coding: Coding, body: Buffer): Promise<Buffer> => ENCODERS[coding](body)

/** Compresses a body for the client, when it is large enough. */
export async function compressFor(
  accepted: string | readonly string[] | undefined,
  body: Buffer,
): Promise<{ coding: Coding | undefined; bytes: Buffer }> {
  const coding = body.byteLength < LEAST_BYTES ? undefined : chosenCoding(accepted)
  return { coding, bytes: coding === undefined ? body : await encode(coding, body) }
}
