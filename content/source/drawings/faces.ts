import { at, circle, ink, line, path, rect } from './ink.ts'

type Tone = { base: string; shade: string; lip: string }
const TONES = {
  pale: { base: '#f3cfb3', shade: '#dfae8b', lip: '#b96f60' },
  rosy: { base: '#eebf9f', shade: '#d69c78', lip: '#ad6255' },
  olive: { base: '#d6a077', shade: '#b98058', lip: '#98564a' },
  brown: { base: '#a36a45', shade: '#845234', lip: '#74392f' },
  dark: { base: '#704427', shade: '#56321b', lip: '#5b2b26' },
} as const satisfies Record<string, Tone>

const CAP =
  'M190 262 Q172 112 300 106 Q428 112 410 262 Q404 206 376 182 Q340 196 300 184 Q246 172 222 190 Q198 214 190 262 Z'

/** Hair behind the head and on top of it. */
const HAIR = {
  short: { behind: '', front: CAP },
  cropped: {
    behind: '',
    front:
      'M193 250 Q188 118 300 112 Q412 118 407 250 Q402 190 372 170 Q300 148 228 170 Q198 190 193 250 Z',
  },
  receding: {
    behind: '',
    front:
      'M191 266 Q176 150 250 122 Q300 106 350 122 Q424 150 409 266 Q404 222 388 204 Q372 150 300 148 Q228 150 212 204 Q196 222 191 266 Z',
  },
  bald: {
    behind: '',
    front:
      'M191 278 Q174 226 200 184 Q206 216 205 272 Z M409 278 Q426 226 400 184 Q394 216 395 272 Z',
  },
  bob: {
    behind: 'M170 250 Q160 92 300 88 Q440 92 430 250 Q440 350 418 396 H182 Q160 350 170 250 Z',
    front:
      'M190 270 Q176 112 300 106 Q424 112 410 270 Q404 220 386 192 Q318 196 262 160 Q236 196 206 206 Q194 230 190 270 Z',
  },
  long: {
    behind: 'M168 250 Q156 88 300 84 Q444 88 432 250 Q438 400 470 486 H130 Q162 400 168 250 Z',
    front:
      'M190 280 Q176 112 300 106 Q424 112 410 280 Q404 200 330 132 Q290 190 214 204 Q194 230 190 280 Z',
  },
  bun: {
    behind: 'M238 96 a62 56 0 1 1 124 0 a62 56 0 1 1 -124 0',
    front:
      'M190 262 Q172 112 300 106 Q428 112 410 262 Q400 190 352 158 Q300 140 248 158 Q200 190 190 262 Z',
  },
  curls: {
    behind:
      'M176 270 q-34 -30 -10 -66 q-20 -46 28 -66 q6 -46 54 -40 q52 -32 98 2 q50 -4 56 44 q44 20 24 64 q24 36 -10 62 Z',
    front:
      'M190 266 Q166 112 300 106 Q434 112 410 266 q-4 -32 -22 -46 q-26 4 -38 -18 q-30 10 -50 -8 q-22 18 -50 8 q-12 22 -38 18 q-18 14 -22 46 Z',
  },
} as const

const SHOULDERS = 'M40 600 Q52 486 196 456 L262 432 Q300 474 338 432 L404 456 Q548 486 560 600 Z'

/** What is worn, over the shoulders, in its own colour and a second one. */
const CLOTHES = {
  jumper: (own: string, second: string) =>
    path(SHOULDERS, own) + line('M256 436 Q300 486 344 436', second, 14),
  shirt: (own: string, second: string) =>
    path(SHOULDERS, own) +
    path('M258 430 L236 462 L274 506 L300 470 Z', second) +
    path('M342 430 L364 462 L326 506 L300 470 Z', second) +
    line('M300 486 V600', second, 4),
  suit: (own: string, second: string) =>
    path(SHOULDERS, own) +
    path('M252 440 L300 600 L348 440 Q300 482 252 440 Z', ink.white) +
    path('M288 474 h24 l10 20 -8 106 h-28 l-8 -106 z', second) +
    line('M250 440 L222 512 L258 522 L290 600', ink.navySoft, 5) +
    line('M350 440 L378 512 L342 522 L310 600', ink.navySoft, 5),
  jacket: (own: string, second: string) =>
    path(SHOULDERS, own) +
    path('M244 444 L300 596 L356 444 Q300 490 244 444 Z', second) +
    line('M244 444 L216 520 L256 532 L296 600', ink.stone, 4) +
    line('M356 444 L384 520 L344 532 L304 600', ink.stone, 4),
  tunic: (own: string, second: string) =>
    path(SHOULDERS, own) +
    path('M256 436 L300 520 L344 436 Q300 474 256 436 Z', second) +
    line('M252 438 L300 526 L348 438', ink.white, 8) +
    rect(398, 520, 70, 8, ink.white, 4),
} as const

const GLASSES =
  line('M220 246 h68 v18 q0 26 -34 26 q-34 0 -34 -26 z', ink.navy, 6) +
  line('M312 246 h68 v18 q0 26 -34 26 q-34 0 -34 -26 z', ink.navy, 6) +
  line('M288 254 q12 -8 24 0 M220 252 L194 246 M380 252 L406 246', ink.navy, 6)

export type Face = {
  tone: keyof typeof TONES
  hair: keyof typeof HAIR
  hairColour: string
  clothes: keyof typeof CLOTHES
  colours: readonly [own: string, second: string]
  eyes?: string
  beard?: 'full' | 'moustache'
  glasses?: boolean
  /** Lines of age around the eyes and on the forehead. */
  lines?: boolean
  earrings?: boolean
}

function eye(x: number, colour: string): string {
  return (
    `<ellipse cx="${x}" cy="261" rx="18" ry="11" fill="${ink.white}"/>` +
    circle(x, 260, 9.5, colour) +
    circle(x, 260, 4.8, '#15110f') +
    circle(x + 3, 256, 2.6, ink.white) +
    line(`M${x - 21} 258 Q${x} 240 ${x + 21} 258`, '#2a1d18', 5)
  )
}

function beard(kind: Face['beard'], colour: string): string {
  if (kind === 'full')
    return path(
      'M197 284 Q202 352 242 382 Q270 404 300 404 Q330 404 358 382 Q398 352 403 284 Q388 326 350 326 Q300 306 250 326 Q212 326 197 284 Z',
      colour,
    )
  if (kind === 'moustache')
    return path(
      'M246 344 Q254 318 300 324 Q346 318 354 344 Q322 336 300 340 Q278 336 246 344 Z',
      colour,
    )
  return ''
}

/** Head and shoulders, 600 × 600; the shoulders leave the picture below. */
export function bust(face: Face): string {
  const { base, shade, lip } = TONES[face.tone]
  const { behind, front } = HAIR[face.hair]
  const age = face.lines
    ? line('M252 176 Q300 168 348 176 M262 198 Q300 191 338 198', shade, 4) +
      line('M222 278 l-12 7 M224 268 l-14 0 M378 278 l12 7 M376 268 l14 0', shade, 4) +
      line('M246 314 Q234 332 238 352 M354 314 Q366 332 362 352', shade, 5)
    : ''
  return [
    path(behind || 'M0 0', face.hairColour),
    CLOTHES[face.clothes](...face.colours),
    path('M256 372 V438 Q300 482 344 438 V372 Z', base),
    path('M256 386 Q300 420 344 386 V404 Q300 444 256 404 Z', shade),
    ...[194, 406].map((x) => `<ellipse cx="${x}" cy="268" rx="19" ry="31" fill="${base}"/>`),
    line('M188 256 q8 10 2 24 M412 256 q-8 10 -2 24', shade, 5),
    path(
      'M196 240 Q196 126 300 126 Q404 126 404 240 Q406 326 358 370 Q330 396 300 396 Q270 396 242 370 Q194 326 196 240 Z',
      base,
    ),
    path(
      'M352 136 Q404 160 404 240 Q406 326 358 370 Q330 396 300 396 Q372 344 372 240 Q372 176 352 136 Z',
      shade,
    ),
    circle(238, 314, 24, `${lip}38`),
    circle(360, 314, 22, `${lip}38`),
    age,
    beard(face.beard, face.hairColour),
    path(front, face.hairColour),
    line('M230 232 Q254 214 282 226', face.hair === 'bald' ? shade : face.hairColour, 10),
    line('M318 226 Q346 214 370 232', face.hair === 'bald' ? shade : face.hairColour, 10),
    eye(256, face.eyes ?? '#4a3222'),
    eye(344, face.eyes ?? '#4a3222'),
    line('M302 262 Q296 296 280 310 Q288 322 304 318', shade, 6),
    path('M254 346 Q300 388 346 346 Q300 360 254 346 Z', ink.white),
    line('M250 344 Q300 362 350 344', lip, 6),
    line('M262 358 Q300 388 338 358', lip, 6),
    face.glasses ? GLASSES : '',
    face.earrings ? circle(192, 306, 7, ink.light) + circle(408, 306, 7, ink.light) : '',
  ].join('')
}

/** A bust in a picture, as a photograph would crop it: `x` is its middle, its lower edge that of the picture. */
export function bustAt(x: number, bottom: number, scale: number, face: Face): string {
  return at(x - 300 * scale, bottom - 600 * scale, scale, bust(face))
}
