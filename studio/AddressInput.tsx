import { Stack, Text } from '@sanity/ui'
import { getPublishedId, type InputProps, useEditState, useFormValue } from 'sanity'
import { fixedPlace } from '../src/content/rules/fixed-documents.ts'

/** The names of the fields that hold the address of a document. */
const ADDRESS_FIELDS = ['path', 'slug']

export const isAddress = ({ path }: InputProps) =>
  path.length === 1 && ADDRESS_FIELDS.includes(String(path[0]))

/** Whether the published document has a place in the program (CMS-06): until then its address may still be chosen. */
function useHasFixedPlace(): boolean {
  const id = useFormValue(['_id'])
  const type = useFormValue(['_type'])
  const { published } = useEditState(getPublishedId(String(id)), String(type))
  return published !== null && fixedPlace(published) !== undefined
}

/** The input of an address: it cannot be changed where the program needs the document at that address. */
export function AddressInput(props: InputProps) {
  if (!useHasFixedPlace()) return props.renderDefault(props)
  const { elementProps } = props as { elementProps?: object }
  const locked = {
    ...props,
    readOnly: true,
    ...(elementProps && { elementProps: { ...elementProps, readOnly: true } }),
  } as InputProps
  return (
    <Stack gap={3}>
      {props.renderDefault(locked)}
      <Text size={1} muted={true}>
        The website needs this page at this address, so it cannot be changed.
      </Text>
    </Stack>
  )
}
