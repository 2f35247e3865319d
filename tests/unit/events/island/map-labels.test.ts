import { describe, expect, it } from 'vitest'
import { boxAround, fitOnLine, freeRoom } from '#events/island/map/labels.ts'

describe('names on the map', () => {
  it('EVL-04 never lie on each other: the first keeps its place', () => {
    const room = freeRoom()
    const size = { halfWidth: 30, halfHeight: 8 }
    expect(room.take(boxAround({ x: 100, y: 100 }, size))).toBe(true)
    expect(room.take(boxAround({ x: 150, y: 104 }, size))).toBe(false)
    expect(room.take(boxAround({ x: 161, y: 100 }, size))).toBe(true)
    expect(room.take(boxAround({ x: 100, y: 117 }, size))).toBe(true)
  })

  it('EVL-04 of a street are written where it is straight for their length, and never upside down', () => {
    const bent = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 20 },
      { x: 20, y: 120 },
    ]
    expect(fitOnLine(bent, 15)).toEqual({ x: 10, y: 0, angle: 0 })
    expect(fitOnLine(bent, 90)).toMatchObject({ x: 20, y: 60, angle: Math.PI / 2 })
    expect(fitOnLine(bent, 200)).toBeUndefined()
    const leftwards = fitOnLine([bent[1] ?? { x: 0, y: 0 }, { x: 0, y: 0 }], 15)
    expect(Math.cos(leftwards?.angle ?? 0)).toBeCloseTo(1)
  })
})
