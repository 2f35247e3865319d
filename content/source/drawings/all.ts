import { harbour } from './harbour.ts'
import type { Drawing } from './ink.ts'

/** Every picture of the sample dataset. */
export const drawings: readonly Drawing[] = [harbour]
