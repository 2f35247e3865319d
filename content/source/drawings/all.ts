import { harbour } from './harbour.ts'
import { health } from './health.ts'
import type { Drawing } from './ink.ts'
import { logos } from './logos.ts'
import { places } from './places.ts'
import { portraits } from './portraits.ts'
import { posters } from './posters.ts'

/** Every picture of the sample dataset. */
export const drawings: readonly Drawing[] = [
  harbour,
  ...places,
  ...health,
  ...portraits,
  ...logos,
  ...posters,
]
