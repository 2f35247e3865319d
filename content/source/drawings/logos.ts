import { boat, tree } from './figures.ts'
import { at, circle, type Drawing, ink, line, path, rect, words } from './ink.ts'

/** A wordmark below a symbol on white, for an invented organisation. */
function logo(
  id: string,
  name: [string, string?],
  sign: string,
  colour: string = ink.navy,
): Drawing {
  const [first, second] = name
  const size = Math.min(64, Math.round(980 / Math.max(first.length, second?.length ?? 0)))
  const body = [
    rect(0, 0, 600, 400, ink.white),
    at(300, 140, 1, sign),
    words(first, 300, 300, size, colour),
    second ? words(second, 300, 300 + size * 0.85, size * 0.62, ink.deepSea, { weight: 400 }) : '',
  ]
  return { name: `logo-${id}`, width: 600, height: 400, body: body.join('') }
}

const wave = (stroke: string) => line('M-90 0 q30 -40 60 0 t60 0 t60 0', stroke, 16)
const arch = path(
  'M-60 80 V-10 A60 60 0 0 1 60 -10 V80 H28 V-6 A28 28 0 0 0 -28 -6 V80 Z',
  ink.navySoft,
)
const star = path(
  'M0 -70 L20 -22 L70 -20 L30 12 L44 62 L0 34 L-44 62 L-30 12 L-70 -20 L-20 -22 Z',
  ink.navySoft,
)
const flag = line('M-20 80 V-80', ink.navy, 12) + path('M-14 -80 L70 -50 L-14 -16 Z', ink.leaf)
const cog =
  circle(0, 0, 62, ink.deepSea) +
  circle(0, 0, 26, ink.white) +
  [0, 45, 90, 135]
    .map(
      (turn) =>
        `<rect x="-12" y="-80" width="24" height="160" fill="${ink.deepSea}" transform="rotate(${turn})"/>`,
    )
    .join('') +
  circle(0, 0, 30, ink.white)
const lantern =
  rect(-34, -50, 68, 100, ink.navySoft, 12) +
  path('M0 -34 Q26 0 0 34 Q-26 0 0 -34 Z', ink.light) +
  line('M-24 -56 a24 24 0 0 1 48 0', ink.navySoft, 10)
const bird =
  path('M-90 20 Q-30 -60 30 -10 L90 -30 L50 14 Q0 70 -90 20 Z', ink.sea) +
  circle(46, -8, 7, ink.navy)
const bricks = [0, 1, 2]
  .map(
    (row) =>
      rect(-70 + (row % 2) * 24, 30 - row * 44, 60, 34, ink.navySoft, 4) +
      rect(0 + (row % 2) * 24, 30 - row * 44, 60, 34, ink.sea, 4),
  )
  .join('')
const ball = circle(0, 0, 66, ink.navy) + path('M0 -34 L32 -10 L20 28 H-20 L-32 -10 Z', ink.white)
const house =
  path('M-80 10 L0 -70 L80 10 H56 V70 H-56 V10 Z', ink.leaf) + rect(-18, 16, 36, 54, ink.white, 4)
const press =
  rect(-70, -50, 140, 40, ink.navySoft, 6) +
  rect(-50, 0, 100, 70, ink.mist, 4) +
  line('M-34 22 H34 M-34 44 H20', ink.navySoft, 8)
const lamp =
  path('M-60 50 Q-60 -50 0 -60 Q60 -50 60 50 Z', ink.sea) +
  circle(0, -8, 26, ink.light) +
  rect(-74, 48, 148, 18, ink.navy, 9)
const knot =
  line('M-70 40 Q-20 -90 30 0 T70 -40', ink.wood, 18) +
  line('M-70 -30 Q0 80 70 30', ink.deepSea, 18)
const bus =
  rect(-90, -50, 180, 100, ink.deepSea, 18) +
  rect(-74, -32, 148, 38, ink.mist, 6) +
  circle(-46, 54, 20, ink.navy) +
  circle(46, 54, 20, ink.navy)
const vane =
  line('M0 80 V-60 M-60 -20 H60', ink.navySoft, 12) +
  path('M60 -20 l-26 -22 v44 z', ink.navySoft) +
  path('M-40 -64 Q0 -110 44 -64 Q10 -40 -40 -64 Z', ink.sea)
const pair =
  circle(-32, -20, 30, ink.sea) +
  circle(32, -20, 30, ink.leaf) +
  path('M-80 70 Q-80 16 -32 16 T16 70 Z', ink.sea) +
  path('M-16 70 Q-16 16 32 16 T80 70 Z', ink.leaf)
const drop = path('M0 -76 Q58 0 40 40 Q0 84 -40 40 Q-58 0 0 -76 Z', ink.sea)
const phone =
  line('M-50 -40 Q-40 40 44 52', ink.leaf, 34) +
  circle(-52, -44, 26, ink.leaf) +
  circle(48, 52, 26, ink.leaf)
const locker =
  rect(-56, -76, 112, 152, ink.leaf, 8) +
  line('M-28 -44 H28 M-28 -24 H28', ink.white, 8) +
  circle(30, 16, 8, ink.white)
const bench =
  rect(-90, -20, 180, 18, ink.wood, 6) +
  line('M-66 0 V66 M66 0 V66', ink.wood, 14) +
  path('M-20 -26 V-80 H60 L40 -52 H0 V-26 Z', ink.navySoft)
const heart = path('M0 66 Q-96 0 -70 -46 Q-40 -86 0 -40 Q40 -86 70 -46 Q96 0 0 66 Z', ink.deepSea)
const bollard =
  rect(-34, -50, 68, 110, ink.navy, 10) +
  rect(-52, -66, 104, 26, ink.navy, 13) +
  line('M-90 10 Q0 60 90 10', ink.light, 14)

const partners = [
  logo('kestrel-vane', ['Kestrel & Vane', 'Laboratories'], vane),
  logo('brackenfell-lodge', ['Brackenfell', 'Provincial Lodge'], arch),
  logo('ottermouth-police', ['Ottermouth', 'Police Sports Club'], star),
  logo('fenwick-hollow', ['Fenwick Hollow', 'Golf Club'], flag, ink.leaf),
  logo('merrow-slate', ['Merrow & Slate', 'Engineering'], cog),
  logo('harbourline', ['Harbourline', 'Buses'], bus),
  logo('lantern-trust', ['The Lantern Trust'], lantern),
  logo('sandpiper', ['Sandpiper', 'Pharmacies'], bird),
  logo('wexcombe', ['Wexcombe', 'Building Society'], bricks),
  logo('greywether', ['Greywether', 'Timber'], at(0, 70, 0.75, tree(190))),
  logo('calder-quay', ['Calder Quay', 'Football Club'], ball),
  logo('thistledown', ['Thistledown', 'Homes'], house, ink.leaf),
  logo('old-loft', ['Old Loft', 'Printers'], press),
  logo('bluecap', ['Bluecap', 'Miners’ Welfare'], lamp),
  logo('marlinspike', ['Marlinspike', 'Marine'], knot),
]

const organisations = [
  logo('prostate-lines', ['Prostate Lines'], phone),
  logo('side-by-side', ['Side by Side', 'men after diagnosis'], pair),
  logo('ebony-oak', ['Ebony & Oak'], at(0, 72, 0.8, tree(190, ink.navy))),
  logo('dry-days', ['Dry Days'], drop),
  logo('those-beside', ['Those Beside Him'], heart),
  logo('mooring', ['The Mooring'], bollard),
  logo('shed-and-bench', ['Shed and Bench'], bench),
  logo('kit-locker', ['Kit Locker', 'health for veterans'], locker),
]

function badge(id: string, ground: string, sign: string): Drawing {
  const body =
    rect(0, 0, 400, 400, ink.white) +
    circle(200, 200, 190, ground) +
    circle(200, 200, 150, ink.white) +
    at(200, 200, 1.1, sign)
  return { name: `badge-${id}`, width: 400, height: 400, body }
}

const badges = [
  badge('police', ink.navySoft, at(0, 0, 1, star) + at(0, 4, 0.42, lantern)),
  badge(
    'freemasons',
    ink.deepSea,
    at(0, -10, 0.8, arch) + rect(-96, -60, 22, 124, ink.light) + rect(74, -60, 22, 124, ink.light),
  ),
  badge(
    'golf',
    ink.leaf,
    `${flag}<ellipse cx="0" cy="84" rx="80" ry="16" fill="${ink.leafLight}"/>`,
  ),
]

/** A registration in the footer. */
const register: Drawing = {
  name: 'badge-fundraising',
  width: 600,
  height: 200,
  body:
    rect(0, 0, 600, 200, ink.white) +
    at(100, 100, 0.9, heart) +
    words('Register of', 200, 90, 52, ink.navy, { weight: 400, anchor: 'start' }) +
    words('Fair Fundraising', 200, 148, 52, ink.navy, { anchor: 'start' }),
}

export const logos = [...partners, ...organisations, ...badges, register]

/** The charity's symbol: a sailing boat on a wave. */
export function halyardSign(hull: string = ink.navy): string {
  return at(0, 40, 0.5, boat(hull)) + at(0, 62, 1, wave(ink.sea))
}
