import { Select } from '@sanity/ui'
import { type InputProps, type StringInputProps, set, unset } from 'sanity'
import { isProgramPage, PROGRAM_PAGES } from '../src/content/rules/program-address.ts'

/** The path of a link; the path of a document is at the top of its form. */
export const isProgramPageInput = (props: InputProps): props is StringInputProps =>
  props.schemaType.name === 'string' && props.path.length > 1 && props.path.at(-1) === 'path'

/** A list of the pages that have no document (CMS-07). A path that was typed or pasted stays until another is chosen. */
export function ProgramPageInput({ value, readOnly, elementProps, onChange }: StringInputProps) {
  const { id, ref, onFocus, onBlur } = elementProps
  const isOther = value !== undefined && !isProgramPage(value)
  return (
    <Select
      id={id}
      ref={ref as never}
      value={value ?? ''}
      disabled={readOnly === true}
      onFocus={onFocus as never}
      onBlur={onBlur as never}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? unset() : set(currentTarget.value))
      }
    >
      <option value="">None</option>
      {isOther && <option value={value}>Typed address: {value}</option>}
      {PROGRAM_PAGES.map(({ path, title }) => (
        <option key={path} value={path}>
          {title}
        </option>
      ))}
    </Select>
  )
}
