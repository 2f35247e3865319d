import * as z from 'zod/mini'

/** The value of an endpoint that returns a file. */
export const fileOutput = z.object({
  /** For the header Content-Disposition: letters, digits, hyphens and dots. */
  filename: z.string().check(z.regex(/^[\w.-]+$/)),
  bytes: z.instanceof(Uint8Array),
})
export type FileOutput = z.output<typeof fileOutput>
