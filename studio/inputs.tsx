import { Stack, Text } from '@sanity/ui'
import type { FunctionComponent } from 'react'
import { type InputProps, useFormValue } from 'sanity'
import { EXPANDABLE_TEXT_LENGTH, TESTIMONIAL_LENGTH } from '../src/domain/truncate.ts'

type HintProps = Pick<InputProps, 'value' | 'path'>

/** Adds a line under the inputs where it saves staff a look at the site; every other input stays as it is. */
export function InputWithHint(props: InputProps) {
  const Hint = HINTS[`${props.schemaType.name} ${String(props.path.at(-1))}`]
  const input = props.renderDefault(props)
  if (Hint === undefined) return input
  // The line is there even when it is empty: an input that changes its place loses what is being typed.
  return (
    <Stack gap={3}>
      {input}
      <Text size={1} muted={true} role="status">
        <Hint value={props.value} path={props.path} />
      </Text>
    </Stack>
  )
}

/** By the type and the name of a field. */
const HINTS: Record<string, FunctionComponent<HintProps>> = {
  'date publishedOn': ArchiveMonth,
  'text content': TestimonialLength,
  'simpleText body': OpeningLength,
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The archive lists an entry under the month of its date. */
function ArchiveMonth({ value }: HintProps) {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return ''
  return `In the archive under ${MONTH.format(new Date(`${value}T00:00:00Z`))}`
}

function TestimonialLength({ value }: HintProps) {
  return lengthHint(String(value ?? ''), TESTIMONIAL_LENGTH)
}

/** For the text of a card or of a text that opens; a box has no such limit and no such line. */
function OpeningLength({ value, path }: HintProps) {
  const parent = useFormValue(path.slice(0, -1)) as Record<string, unknown> | undefined
  const isAboutPage = useFormValue(['_type']) === 'aboutPage'
  const given = parent?.['previewLength']
  const limit = typeof given === 'number' ? given : isAboutPage && EXPANDABLE_TEXT_LENGTH
  return limit === false ? '' : lengthHint(wordsOf(value), limit)
}

type Block = { children?: { text?: string }[] }

/** The words as the website counts them: paragraphs joined by a space. */
function wordsOf(value: unknown): string {
  const blocks = Array.isArray(value) ? (value as Block[]) : []
  return blocks.map(({ children = [] }) => children.map(({ text = '' }) => text).join('')).join(' ')
}

function lengthHint(text: string, limit: number): string {
  const length = text.trim().length
  return length <= limit
    ? `${length} of ${limit} characters: everything shows at once`
    : `${length} characters: the first ${limit} show, the rest at “Show More”`
}
