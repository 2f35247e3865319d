/** Whether a value is a plain JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entry of a name that came from outside; undefined for `constructor` and the others that every object has. */
export const entryOf = <Entry>(
  entries: Readonly<Record<string, Entry>>,
  name: string | null,
): Entry | undefined => (name !== null && Object.hasOwn(entries, name) ? entries[name] : undefined)
