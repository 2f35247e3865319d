import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { qrCode } from '#core/server/qr-code.ts'

it.each(['0D8F-2F36', 'H992PH53'])(
  'EVM-02 CLI-08 the path of the code of %s has its dark modules',
  (text) => {
    const { data, size } = encode(text, { border: 4, ecc: 'M' })
    const { viewBox, path } = qrCode(text)
    const drawn = data.map((row) => row.map(() => false))
    for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
      expect(back).toBe(width)
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
    }
    expect(drawn).toEqual(data)
    expect(viewBox).toBe(`0 0 ${size} ${size}`)
  },
)
