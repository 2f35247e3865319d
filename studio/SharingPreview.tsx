import { Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type InputProps, useClient, useEditState, useFormValue } from 'sanity'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import { shownOutside } from '../src/content/rules/sharing.ts'
import { siteUrl } from './environment.ts'

export const isSharing = ({ schemaType }: InputProps) => schemaType.name === 'sharing'

type Fields = Readonly<Record<string, unknown>>

/** Below the fields: about how a search engine and a shared link show the page (SITE-20). */
export function SharingInput(props: InputProps) {
  const document = (useFormValue([]) ?? {}) as Fields
  const settings = (useEditState('siteSettings', 'siteSettings').published ?? {}) as Fields
  const shown = shownOutside(document, settings)
  const picture = useAddress(shown.picture)
  const host = new URL(siteUrl ?? 'https://www.example.org').host
  return (
    <Stack gap={4}>
      {props.renderDefault(props)}
      {shown.isHidden && (
        <Card tone="caution" padding={3} radius={2}>
          <Text size={1}>Search engines and the search of this site do not list this page.</Text>
        </Card>
      )}
      <Example name="In search results">
        <Text size={1} muted={true} style={WRAPPED}>
          {host}
          {shown.path}
        </Text>
        <Text size={2} weight="medium" style={WRAPPED}>
          {cut(shown.searchTitle, SEARCH_TITLE)}
        </Text>
        <Text size={1}>{cut(shown.description, SEARCH_DESCRIPTION)}</Text>
      </Example>
      <Example name="As a shared link">
        {picture === undefined ? (
          <Text size={1} muted={true}>
            The picture of the charity
          </Text>
        ) : (
          <img src={picture} alt="" style={PICTURE} />
        )}
        <Text size={1} muted={true}>
          {host}
        </Text>
        <Text size={1} weight="medium" style={WRAPPED}>
          {shown.title}
        </Text>
        <Text size={1}>{cut(shown.description, SHARED_DESCRIPTION)}</Text>
      </Example>
    </Stack>
  )
}

/** About as many characters as are shown. */
const [SEARCH_TITLE, SEARCH_DESCRIPTION, SHARED_DESCRIPTION] = [60, 160, 100]
const PICTURE = {
  width: '100%',
  maxWidth: '20rem',
  aspectRatio: '1.91',
  objectFit: 'cover',
} as const
const WRAPPED = { overflowWrap: 'anywhere' } as const

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most).trimEnd()} …`

function Example({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Card border={true} padding={3} radius={2} role="group" aria-label={name}>
      <Stack gap={3}>
        <Text size={1} muted={true} weight="medium">
          {name}
        </Text>
        {children}
      </Stack>
    </Card>
  )
}

/** The address of a picture, small; undefined until it is known. */
function useAddress(id: string | undefined): string | undefined {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const [found, setFound] = useState<{ id: string; url: string }>()
  useEffect(() => {
    if (id === undefined) return
    client.fetch<string | null>('*[_id == $id][0].url', { id }).then(
      (url) => url !== null && setFound({ id, url: `${url}?w=640` }),
      // The preview stays without a picture while the store cannot be reached.
      () => undefined,
    )
  }, [client, id])
  return found?.id === id ? found?.url : undefined
}
