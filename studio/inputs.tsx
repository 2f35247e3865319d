import { Stack, Text } from '@sanity/ui'
import type { FunctionComponent } from 'react'
import { type InputProps, useFormValue } from 'sanity'
import { isSettingName } from '../src/core/rules/setting-values.ts'
import { EXPANDABLE_TEXT_LENGTH, TESTIMONIAL_LENGTH } from '../src/core/rules/truncate.ts'
import { AddressInput, isAddress } from './AddressInput.tsx'
import { DayInput, isDayInput } from './DayInput.tsx'
import { LiveLine } from './LiveLine.tsx'
import { isOfMenus, MenuNote } from './MenuNote.tsx'
import { isProgramPageInput, ProgramPageInput } from './ProgramPageInput.tsx'
import { isAltText, KeptText } from './pictures/KeptText.tsx'
import { isSharing, SharingInput } from './SharingPreview.tsx'
import { SettingsNamed } from './settings/SettingInText.tsx'
import { TypedInTexts } from './settings/TypedInTexts.tsx'

type HintProps = Pick<InputProps, 'value' | 'path'>

/**
 * Adds a hint below some inputs, so that staff need not check on the site, and the document's state on the website above
 * a form.
 */
export function InputWithHint(props: InputProps) {
  if (props.path.length === 0) return <FormWithLiveLine {...props} />
  if (isSharing(props)) return <SharingInput {...props} />
  if (isAddress(props)) return <AddressInput {...props} />
  if (isProgramPageInput(props)) return <ProgramPageInput {...props} />
  return isTextInput(props) ? <TextInput {...props} /> : <HintedInput {...props} />
}

const isTextInput = ({ schemaType }: InputProps) => schemaType.jsonType === 'string'

/** A plain text may name values of the settings, and the settings say where theirs stand typed. */
function TextInput(props: InputProps) {
  const [name] = props.path
  const isOfSettings = useFormValue(['_type']) === 'siteSettings' && props.path.length === 1
  return (
    <>
      <HintedInput {...props} />
      {typeof props.value === 'string' && props.value.includes('{') && (
        <SettingsNamed text={props.value} />
      )}
      {isOfSettings && isSettingName(name) && <TypedInTexts setting={name} />}
      {isAltText(props) && <KeptText {...props} />}
    </>
  )
}

function FormWithLiveLine(props: InputProps) {
  const id = (props.value as { _id?: string } | undefined)?._id
  return (
    <Stack gap={4}>
      {id !== undefined && <LiveLine id={id} type={props.schemaType.name} />}
      {id !== undefined && isOfMenus(props.schemaType.name) && <MenuNote document={props.value} />}
      {props.renderDefault(props)}
    </Stack>
  )
}

function HintedInput(props: InputProps) {
  const Hint = HINTS[`${props.schemaType.name} ${String(props.path.at(-1))}`]
  const input = isDayInput(props) ? <DayInput {...props} /> : props.renderDefault(props)
  if (Hint === undefined) return input
  // The hint is rendered even when it is empty: an input that is mounted anew loses what is being typed.
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

/** For cards and texts that open; a call-out has no limit and no hint. */
function OpeningLength({ value, path }: HintProps) {
  const parent = useFormValue(path.slice(0, -1)) as Record<string, unknown> | undefined
  const isAboutPage = useFormValue(['_type']) === 'aboutPage'
  const given = parent?.['previewLength']
  const limit = typeof given === 'number' ? given : isAboutPage && EXPANDABLE_TEXT_LENGTH
  return limit === false ? '' : lengthHint(plainTextOf(value), limit)
}

type Block = { children?: { text?: string }[] }

/** The text as the website counts it: paragraphs joined by a space. */
function plainTextOf(value: unknown): string {
  const blocks = Array.isArray(value) ? (value as Block[]) : []
  return blocks.map(({ children = [] }) => children.map(({ text = '' }) => text).join('')).join(' ')
}

function lengthHint(text: string, limit: number): string {
  const length = text.trim().length
  return length <= limit
    ? `${length} of ${limit} characters: everything shows at once`
    : `${length} characters: the first ${limit} show, the rest at “Show More”`
}
