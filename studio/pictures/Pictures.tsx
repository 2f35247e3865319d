import {
  Box,
  Button,
  Card,
  Container,
  Flex,
  Heading,
  Select,
  Stack,
  Text,
  TextInput,
} from '@sanity/ui'
import { type FormEvent, useCallback, useEffect, useId, useState } from 'react'
import { useClient, useCurrentUser, userHasRole } from 'sanity'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { Labelled } from '../Labelled.tsx'
import { SMALL, UsedIn } from './KeptText.tsx'
import { hasWords, keepText, type ListedPicture, NOT_KEPT, readPictures } from './uses.ts'

const SHOWN = {
  all: { title: 'All pictures', has: () => true },
  withoutText: { title: 'Without a text that is kept', has: ({ kept }: ListedPicture) => !kept },
  unused: { title: 'Not used', has: ({ uses }: ListedPicture) => uses.length === 0 },
}

/** The tool “Pictures”: every picture with the text that is kept with it, and where it is used (CMS-26). */
export function Pictures() {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const [words, setWords] = useState('')
  const [shown, setShown] = useState<keyof typeof SHOWN>('all')
  const [pictures, setPictures] = useState<readonly ListedPicture[]>()
  const [problem, setProblem] = useState(false)
  const read = useCallback(() => {
    readPictures(client).then(setPictures, () => setProblem(true))
  }, [client])
  useEffect(read, [read])
  const id = useId()
  const isShown = (one: ListedPicture) => SHOWN[shown].has(one) && hasWords(one, words)
  const count = pictures?.filter(isShown).length
  return (
    <Box padding={4} paddingTop={5} overflow="auto" height="fill">
      <Container width={2}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            Pictures
          </Heading>
          <Text muted={true} size={1}>
            A text that is kept with a picture is offered where the picture is used again. What
            visitors read does not change: it is in each document.
          </Text>
          <Flex gap={4} wrap="wrap">
            <Labelled id={`${id}-words`} label="Find by file name, text or document">
              <TextInput
                id={`${id}-words`}
                value={words}
                onChange={({ currentTarget }) => setWords(currentTarget.value)}
              />
            </Labelled>
            <Labelled id={`${id}-shown`} label="Show">
              <Select
                id={`${id}-shown`}
                value={shown}
                onChange={({ currentTarget }) => {
                  setShown(currentTarget.value as typeof shown)
                  // A text that was kept in the meantime changes the lists. Until then its picture stays, with the focus.
                  read()
                }}
              >
                {Object.entries(SHOWN).map(([name, { title }]) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </Select>
            </Labelled>
          </Flex>
          <Text size={1} role="status">
            {count !== undefined && `${count} ${count === 1 ? 'picture' : 'pictures'}`}
            {!pictures &&
              (problem ? 'The pictures could not be read. Reload the page.' : 'Reading …')}
          </Text>
          <Stack as="ul" gap={3} padding={0}>
            {pictures?.map((picture) => (
              // Hidden, not left out: what was typed stays.
              <li key={picture._id} hidden={!isShown(picture)}>
                <Card border={true} radius={2} padding={3}>
                  <Picture picture={picture} />
                </Card>
              </li>
            ))}
          </Stack>
        </Stack>
      </Container>
    </Box>
  )
}

function Picture({ picture: { _id, url, name, kept, uses } }: { picture: ListedPicture }) {
  return (
    <Flex gap={4}>
      <img src={`${url}?w=240&fit=max`} alt="" loading="lazy" style={THUMBNAIL} />
      <Stack gap={4} style={GROWING}>
        <Heading as="h2" size={0} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Heading>
        <TextOf
          id={_id}
          name={name}
          kept={kept}
          used={uses.find(({ text }) => text !== '')?.text ?? ''}
        />
        {uses.length === 0 ? (
          <Text size={1} muted={true}>
            Not used
          </Text>
        ) : (
          <UsedIn uses={uses} />
        )}
      </Stack>
    </Flex>
  )
}

const GROWING = { flexGrow: 1 }
const THUMBNAIL = { width: '7.5rem', height: '7.5rem', objectFit: 'contain' } as const

/** The text of a picture: as it is kept or, until then, as one of the documents has it. */
function TextOf({ id, name, kept, used }: Record<'id' | 'name' | 'kept' | 'used', string>) {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const me = useCurrentUser()
  const [text, setText] = useState(kept || used)
  const [said, setSaid] = useState(kept || !used ? '' : 'Not kept yet: a document has this text.')
  const field = useId()
  const isViewer = me !== null && userHasRole(me, 'viewer')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isViewer) return
    keepText(client, id, text.trim()).then(
      () =>
        setSaid(text.trim() ? 'The text is kept with the picture.' : 'No text is kept any more.'),
      () => setSaid(NOT_KEPT),
    )
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit}>
      <Labelled id={field} label="What does the picture show?">
        <TextInput
          id={field}
          value={text}
          readOnly={isViewer}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setSaid('')
          }}
        />
      </Labelled>
      <Flex gap={3} align="center">
        {!isViewer && (
          <Button {...SMALL} type="submit" text="Keep" aria-label={`Keep the text of ${name}`} />
        )}
        <Text size={1} muted={true} role="status">
          {said}
        </Text>
      </Flex>
    </Stack>
  )
}
