import { encode } from 'uqr'

/** The quiet zone that readers need, in modules (ISO/IEC 18004). */
export const QR_BORDER = 4

/** A QR code as the view box and the path of an SVG, one unit for a module; the quiet zone is part of it. */
export function qrCode(text: string): { readonly viewBox: string; readonly path: string } {
  const { data, size } = encode(text, { border: QR_BORDER, ecc: 'M' })
  const path = data.map((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...dark.matchAll(/1+/g)]
      .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
      .join('')
  })
  return { viewBox: `0 0 ${size} ${size}`, path: path.join('') }
}
