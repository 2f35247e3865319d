import {
  Box,
  Button,
  Card,
  Checkbox,
  Container,
  Flex,
  Heading,
  Stack,
  Text,
  TextInput,
} from '@sanity/ui'
import { type FormEvent, Fragment, useId, useState } from 'react'
import { useClient, useCurrentUser, userHasRole, useSchema } from 'sanity'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { DocumentLink } from '../DocumentLink.tsx'
import { Labelled } from '../Labelled.tsx'
import {
  ChangedMeanwhile,
  type FoundDocument,
  findDocuments,
  MIN_LETTERS,
  readDocuments,
  type Wanted,
  writeDrafts,
} from './replacing.ts'

const NOTHING: Wanted = { words: '', replacement: '', isExactCase: false, isWholeWord: true }

type State =
  | { readonly step: 'form' | 'searching' | 'writing'; readonly problem?: string }
  | { readonly step: 'found'; readonly found: readonly FoundDocument[]; readonly problem?: string }
  | { readonly step: 'written'; readonly written: readonly FoundDocument[] }

const OFFLINE = 'The content could not be reached. Check that you are online, and try again.'
const CHANGED =
  'Nothing was changed: another person has changed one of these documents since the search. Search again.'

/** The tool “Find and replace”: words in all texts, shown before and after, written into drafts (CMS-25). */
export function FindAndReplace() {
  const [wanted, setWanted] = useState(NOTHING)
  const { state, search, write, forget } = useReplacing(wanted)
  const change = (changed: Partial<Wanted>) => {
    setWanted({ ...wanted, ...changed })
    forget()
  }
  return (
    <Box padding={4} paddingTop={5} overflow="auto" height="fill">
      <Container width={2}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            Find and replace
          </Heading>
          <Text muted={true} size={1}>
            Changes are written into drafts. The website changes when you publish them. Words that
            are partly bold or linked are not found.
          </Text>
          <WantedForm wanted={wanted} change={change} onSubmit={search} />
          {'problem' in state && state.problem !== undefined && (
            <Text role="alert">{state.problem}</Text>
          )}
          {(state.step === 'searching' || state.step === 'writing') && (
            <Text role="status">{state.step === 'searching' ? 'Searching …' : 'Writing …'}</Text>
          )}
          {state.step === 'found' && (
            <Results found={state.found} replacement={wanted.replacement} onWrite={write} />
          )}
          {state.step === 'written' && <Written written={state.written} />}
        </Stack>
      </Container>
    </Box>
  )
}

function useReplacing(wanted: Wanted) {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const schema = useSchema()
  const [state, setState] = useState<State>({ step: 'form' })
  return {
    state,
    /** The results belong to other words. */
    forget: () => setState({ step: 'form' }),
    async search() {
      setState({ step: 'searching' })
      try {
        const found = findDocuments(await readDocuments(client), schema, wanted)
        setState({ step: 'found', found })
      } catch {
        setState({ step: 'form', problem: OFFLINE })
      }
    },
    async write(chosen: readonly FoundDocument[]) {
      setState({ step: 'writing' })
      try {
        await writeDrafts(client, chosen)
        setState({ step: 'written', written: chosen })
      } catch (error) {
        const isChanged = error instanceof ChangedMeanwhile || isConflict(error)
        setState({ step: 'form', problem: isChanged ? CHANGED : OFFLINE })
      }
    },
  }
}

const isConflict = (error: unknown) => (error as { statusCode?: unknown }).statusCode === 409

type FormProps = {
  wanted: Wanted
  change: (changed: Partial<Wanted>) => void
  onSubmit: () => Promise<void>
}

function WantedForm({ wanted, change, onSubmit }: FormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted.words.trim().length >= MIN_LETTERS) void onSubmit()
  }
  const text = (name: 'words' | 'replacement', label: string) => (
    <Labelled id={`${id}-${name}`} label={label}>
      <TextInput
        id={`${id}-${name}`}
        value={wanted[name]}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
    </Labelled>
  )
  const choice = (name: 'isExactCase' | 'isWholeWord', label: string) => (
    <Flex align="center" gap={2}>
      <Checkbox
        id={`${id}-${name}`}
        checked={wanted[name]}
        onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
      />
      <Text as="label" htmlFor={`${id}-${name}`} size={1}>
        {label}
      </Text>
    </Flex>
  )
  return (
    <Stack as="form" gap={4} onSubmit={submit}>
      {text('words', `Find (at least ${MIN_LETTERS} letters)`)}
      {text('replacement', 'Replace with')}
      {choice('isWholeWord', 'Whole words only')}
      {choice('isExactCase', 'Capital letters as typed')}
      <Box>
        <Button type="submit" text="Find" disabled={wanted.words.trim().length < MIN_LETTERS} />
      </Box>
    </Stack>
  )
}

type ResultsProps = {
  found: readonly FoundDocument[]
  replacement: string
  onWrite: (chosen: readonly FoundDocument[]) => Promise<void>
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

function Results({ found, replacement, onWrite }: ResultsProps) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const me = useCurrentUser()
  const isViewer = me !== null && userHasRole(me, 'viewer')
  const chosen = found.filter(({ document }) => !leftOut.has(document._id))
  const toggle = (id: string) => {
    const next = new Set(leftOut)
    if (!next.delete(id)) next.add(id)
    setLeftOut(next)
  }
  const texts = found.reduce((sum, { changes }) => sum + changes.length, 0)
  if (found.length === 0) return <Text role="status">No text has these words.</Text>
  return (
    <Stack gap={4}>
      <Text role="status">
        Found in {count(texts, 'text')} of {count(found.length, 'document')}.
      </Text>
      <Stack gap={3} as="ul" padding={0}>
        {found.map((one) => (
          <Card key={one.document._id} as="li" border={true} radius={2} padding={3}>
            <Found
              one={one}
              isChosen={!leftOut.has(one.document._id)}
              toggle={() => toggle(one.document._id)}
              replacement={replacement}
            />
          </Card>
        ))}
      </Stack>
      {replacement !== '' && (
        <Box>
          <Button
            text={`Replace in ${count(chosen.length, 'draft')}`}
            tone="primary"
            disabled={chosen.length === 0 || isViewer}
            onClick={() => void onWrite(chosen)}
          />
        </Box>
      )}
    </Stack>
  )
}

type FoundProps = {
  one: FoundDocument
  replacement: string
  isChosen: boolean
  toggle: () => void
}

function Found({ one: { document, changes }, replacement, isChosen, toggle }: FoundProps) {
  const id = useId()
  return (
    <Stack gap={3}>
      <Flex align="center" gap={2}>
        {replacement !== '' && (
          <Checkbox
            checked={isChosen}
            onChange={toggle}
            aria-label="Replace in this document"
            aria-describedby={id}
          />
        )}
        <span id={id}>
          <DocumentLink document={document} />
        </span>
      </Flex>
      {changes.map(({ path, pieces }) => (
        <Text as="p" size={1} key={path}>
          <Pieces pieces={pieces} replacement={replacement} />
        </Text>
      ))}
    </Stack>
  )
}

/** Characters that are shown before and after the words. */
const AROUND = 40

/** The words that were found, each with what is around it and with what replaces it. */
function Pieces({ pieces, replacement }: { pieces: readonly string[]; replacement: string }) {
  return pieces.map((piece, at) => (
    <Fragment key={pieces.slice(0, at + 1).join('|')}>
      {at % 2 === 0 && shortened(piece, at === 0, at === pieces.length - 1)}
      {at % 2 === 1 && (replacement === '' ? <mark>{piece}</mark> : <del>{piece}</del>)}
      {at % 2 === 1 && replacement !== '' && <ins>{replacement}</ins>}
    </Fragment>
  ))
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * AROUND) return text
  return `${isFirst ? '' : text.slice(0, AROUND)} … ${isLast ? '' : text.slice(-AROUND)}`
}

function Written({ written }: { written: readonly FoundDocument[] }) {
  return (
    <Stack gap={4}>
      <Text role="status">
        {count(written.length, 'draft')} changed. Check and publish each of them:
      </Text>
      <Stack gap={3} as="ul">
        {written.map(({ document }) => (
          <li key={document._id}>
            <DocumentLink document={document} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
