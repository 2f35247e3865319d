import { Box, Button, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import {
  getPublishedId,
  type InputProps,
  type StringInputProps,
  set,
  useClient,
  useFormValue,
} from 'sanity'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { DocumentLink } from '../DocumentLink.tsx'
import { type KnownPicture, keepText, NOT_KEPT, readPicture, type Use } from './uses.ts'

/** The text alternative of a picture. */
export const isAltText = (props: InputProps): props is StringInputProps =>
  props.schemaType.jsonType === 'string' && props.path.at(-1) === 'alt'

/** Below the text alternative of a picture: the text that is kept with it, and where else it is used (CMS-26). */
export function KeptText(props: StringInputProps) {
  const picture = useFormValue([...props.path.slice(0, -1), 'asset', '_ref'])
  return typeof picture === 'string' && <OfPicture key={picture} picture={picture} {...props} />
}

function OfPicture({ picture, ...props }: StringInputProps & { picture: string }) {
  const { known, keep, problem } = usePicture(picture)
  const ownId = getPublishedId(String(useFormValue(['_id'])))
  const { kept, uses } = known ?? UNKNOWN
  const others = [...uses].filter(([id]) => id !== ownId).map(([, use]) => use)
  const typed = (props.value ?? '').trim()
  const described = others.find(({ text }) => text !== '')?.text ?? ''
  const offered = kept || (typed === '' ? described : '')
  /** The button that was pressed disappears. */
  const focusField = () => document.getElementById(props.id)?.focus()
  const use = () => {
    props.onChange(set(offered))
    focusField()
  }
  return (
    <Stack gap={3}>
      <Words>{props.readOnly ? '' : wordsOf({ typed, kept, offered })}</Words>
      {problem && (
        <Text size={1} role="alert">
          {NOT_KEPT}
        </Text>
      )}
      {known && !props.readOnly && (
        <Flex gap={2} wrap="wrap">
          {offered !== '' && offered !== typed && (
            <Button {...SMALL} text="Use this text" onClick={use} />
          )}
          {typed !== '' && typed !== kept && (
            <Button
              {...SMALL}
              text="Keep my text with the picture"
              onClick={() => void keep(typed).then((isKept) => isKept && focusField())}
            />
          )}
        </Flex>
      )}
      {known && <OtherUses uses={others} />}
    </Stack>
  )
}

const UNKNOWN: KnownPicture = { kept: '', uses: new Map() }

export const SMALL = { mode: 'ghost', fontSize: 1, padding: 2 } as const

/** A live region, which must exist before its text. */
function Words({ children }: { children: string }) {
  return (
    <Box paddingTop={3} role="status" style={{ overflowWrap: 'anywhere' }}>
      {children !== '' && (
        <Text size={1} muted={true}>
          {children}
        </Text>
      )}
    </Box>
  )
}

function wordsOf({ typed, kept, offered }: { typed: string; kept: string; offered: string }) {
  if (offered === '') return ''
  if (kept === '') return `Described elsewhere as: “${offered}”`
  return kept === typed
    ? 'This text is kept with the picture, and offered where the picture is used again.'
    : `Kept with the picture: “${kept}”`
}

function OtherUses({ uses }: { uses: readonly Use[] }) {
  if (uses.length === 0)
    return (
      <Text size={1} muted={true}>
        Used in no other document
      </Text>
    )
  const documents = uses.length === 1 ? 'one other document' : `${uses.length} other documents`
  return (
    <details>
      <summary style={{ fontSize: '0.8125rem' }}>Used in {documents}</summary>
      <Box paddingTop={3}>
        <UsedIn uses={uses} />
      </Box>
    </details>
  )
}

/** The documents that use a picture. */
export function UsedIn({ uses }: { uses: readonly Use[] }) {
  return (
    <Stack as="ul" gap={4} padding={0} aria-label="Used in">
      {uses.map(({ document }) => (
        <li key={document._id}>
          <DocumentLink document={document} />
        </li>
      ))}
    </Stack>
  )
}

/** What is known about a picture; nothing until it was read. */
function usePicture(id: string) {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const [known, setKnown] = useState<KnownPicture>()
  const [problem, setProblem] = useState(false)
  useEffect(() => {
    let isShown = true
    readPicture(client, id).then(
      (found) => isShown && setKnown(found),
      // Without a connection nothing is offered; the form says that there is none.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [client, id])
  const keep = async (text: string) => {
    try {
      await keepText(client, id, text)
      setProblem(false)
      setKnown((before) => before && { ...before, kept: text })
      return true
    } catch {
      setProblem(true)
      return false
    }
  }
  return { known, problem, keep }
}
