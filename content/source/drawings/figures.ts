import { at, circle, ink, line, path, rect } from './ink.ts'

/** A standing person, 260 high, feet at (0, 0). */
export function standing(
  skin: number,
  hair: number,
  shirt: string,
  trousers: string = ink.navy,
): string {
  const tone = ink.skin[skin % ink.skin.length] ?? ink.skin[0]
  const head = ink.hair[hair % ink.hair.length] ?? ink.hair[0]
  return [
    rect(-26, -112, 24, 112, trousers, 8),
    rect(2, -112, 24, 112, trousers, 8),
    rect(-30, -8, 30, 10, ink.navy, 5),
    rect(0, -8, 30, 10, ink.navy, 5),
    path('M-36 -200 Q-36 -214 -20 -214 H20 Q36 -214 36 -200 V-104 H-36 Z', shirt),
    rect(-50, -206, 20, 92, shirt, 10),
    rect(30, -206, 20, 92, shirt, 10),
    circle(-40, -112, 10, tone),
    circle(40, -112, 10, tone),
    rect(-9, -228, 18, 20, tone, 6),
    circle(0, -244, 25, tone),
    circle(-9, -243, 2.8, ink.navy),
    circle(9, -243, 2.8, ink.navy),
    line('M-8 -231 Q0 -224 8 -231', ink.navy, 2.4),
    path('M-26 -244 a26 26 0 0 1 52 0 q-10 -14 -26 -14 t-26 14z', head),
  ].join('')
}

/** A sitting person from the side, facing right; the feet of the chair are at y = 0. */
export function sitting(skin: number, hair: number, shirt: string): string {
  const tone = ink.skin[skin % ink.skin.length] ?? ink.skin[0]
  const head = ink.hair[hair % ink.hair.length] ?? ink.hair[0]
  return [
    line('M-34 -72 V0 M34 -72 V0 M-40 -74 H44 M-40 -74 V-160', ink.stone, 8),
    path('M-30 -168 Q-30 -184 -14 -184 H10 Q24 -184 24 -168 V-76 H-30 Z', shirt),
    rect(-24, -96, 92, 26, ink.navy, 13),
    rect(44, -90, 24, 88, ink.navy, 10),
    rect(44, -10, 40, 12, ink.navy, 6),
    circle(-2, -214, 24, tone),
    path('M20 -220 L28 -209 L18 -206 Z', tone),
    circle(11, -217, 2.8, ink.navy),
    line('M8 -201 Q14 -198 18 -202', ink.navy, 2.4),
    path('M-27 -214 a25 25 0 0 1 50 0 q-12 -12 -30 -10 q-6 14 -20 10z', head),
  ].join('')
}

/** A hall with a porch, 520 wide and 360 high; the floor is at y = 0. */
export function hall(wall: string = ink.sand, roof: string = ink.navySoft): string {
  const windows = [-220, -140, 90, 170].map((x) =>
    [
      rect(x, -150, 50, 84, ink.deepSea, 4),
      rect(x + 23, -150, 4, 84, wall),
      rect(x, -110, 50, 4, wall),
    ].join(''),
  )
  return [
    rect(-250, -190, 500, 190, wall),
    path('M-280 -186 L-190 -300 H190 L280 -186 Z', roof),
    rect(-75, -210, 150, 210, ink.white),
    path('M-95 -206 L0 -290 L95 -206 Z', ink.navy),
    rect(-40, -130, 80, 130, ink.deepSea, 4),
    rect(-2, -130, 4, 130, ink.white),
    circle(0, -232, 18, ink.light),
    rect(-250, -14, 500, 14, ink.stone),
    ...windows,
  ].join('')
}

/** A sailing boat with a halyard; the waterline is at y = 0. */
export function boat(hull: string = ink.navy, sail: string = ink.white): string {
  return [
    line('M0 -20 V-230', ink.wood, 7),
    path('M8 -222 Q96 -120 84 -44 H8 Z', sail),
    path('M-8 -206 Q-66 -120 -58 -48 H-8 Z', ink.mist),
    line('M0 -230 L-92 -24', ink.navy, 2.5),
    path('M-110 -26 H116 Q98 26 62 26 H-70 Q-100 20 -110 -26 Z', hull),
    rect(-96, -14, 196, 6, ink.light),
  ].join('')
}

export function tree(height: number, leaf: string = ink.leaf): string {
  return [
    rect(-6, -height * 0.5, 12, height * 0.5, ink.wood, 4),
    path(
      `M0 ${-height} Q${height * 0.42} ${-height * 0.55} 0 ${-height * 0.28} Q${-height * 0.42} ${-height * 0.55} 0 ${-height} Z`,
      leaf,
    ),
  ].join('')
}

export function cloud(): string {
  return [
    circle(-40, 0, 26, ink.white),
    circle(-4, -14, 36, ink.white),
    circle(38, 0, 26, ink.white),
    rect(-64, 0, 126, 26, ink.white, 13),
  ].join('')
}

/** Rows of small waves. */
export function ripples(width: number, y: number, rows: number, stroke: string): string {
  const row = (n: number) => {
    const start = (n % 2) * 90 + 40
    const marks: string[] = []
    for (let x = start; x < width - 60; x += 230)
      marks.push(`M${x} ${y + n * 44} q18 -12 36 0 t36 0`)
    return line(marks.join(' '), stroke, 4)
  }
  return Array.from({ length: rows }, (_, n) => row(n)).join('')
}

/** A string of small flags between two points. */
export function bunting(x1: number, y1: number, x2: number, y2: number): string {
  const colours = [ink.light, ink.leafLight, ink.shallow, ink.white]
  const flags = Array.from({ length: 9 }, (_, n) => {
    const t = (n + 0.5) / 9
    const x = x1 + (x2 - x1) * t
    const y = y1 + (y2 - y1) * t + Math.sin(Math.PI * t) * 34
    return path(`M${x - 14} ${y} h28 l-14 30 z`, colours[n % 4] ?? ink.white)
  })
  const middle = `${(x1 + x2) / 2} ${(y1 + y2) / 2 + 68}`
  return line(`M${x1} ${y1} Q${middle} ${x2} ${y2}`, ink.navy, 3) + flags.join('')
}

export function group(people: readonly [number, number, number, number, string][]): string {
  return people
    .map(([x, y, skin, hair, shirt]) => at(x, y, 1, standing(skin, hair, shirt)))
    .join('')
}
