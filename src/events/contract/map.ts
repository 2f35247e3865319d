import * as z from 'zod/mini'
import { defineEndpoint } from '#core/contract/endpoint.ts'

/** GET /map: which tiles with streets the map has, beside its own base map (EVL-04). */
export const describeMap = defineEndpoint({
  name: 'describeMap',
  method: 'GET',
  path: '/map',
  summary:
    'The streets of the map: their kind, zoom levels and credit; null for the base map only.',
  access: 'public',
  sameForAll: true,
  input: z.strictObject({}),
  output: z.object({
    streets: z.nullable(
      z.object({
        kind: z.enum(['vector', 'raster']),
        min_zoom: z.int(),
        max_zoom: z.int(),
        /** Plain text that the licence of the tiles requires. */
        credit: z.string(),
      }),
    ),
  }),
  reasons: {},
})
