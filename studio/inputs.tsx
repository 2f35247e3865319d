import { Stack, Text } from '@sanity/ui'
import type { InputProps } from 'sanity'

type Hint = (value: unknown) => string

/** Adds a line under the inputs where it saves staff a look at the site; every other input stays as it is. */
export function InputWithHint(props: InputProps) {
  const hint = HINTS[`${props.schemaType.name} ${String(props.path.at(-1))}`]
  const input = props.renderDefault(props)
  if (hint === undefined) return input
  // The line is there even when it is empty: an input that changes its place loses what is being typed.
  return (
    <Stack gap={3}>
      {input}
      <Text size={1} muted={true} role="status">
        {hint(props.value)}
      </Text>
    </Stack>
  )
}

/** By the type and the name of a field. */
const HINTS: Record<string, Hint> = {
  'date publishedOn': archiveHint,
  'text content': (value) => lengthHint(String(value ?? ''), 300),
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The archive lists an entry under the month of its date. */
function archiveHint(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return ''
  return `In the archive under ${MONTH.format(new Date(`${value}T00:00:00Z`))}`
}

function lengthHint(text: string, limit: number): string {
  const length = text.trim().length
  return length <= limit
    ? `${length} of ${limit} characters: everything shows at once`
    : `${length} characters: the first ${limit} show, the rest at “Show More”`
}
