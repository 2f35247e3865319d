import { Box, Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { getPublishedId, useEditState } from 'sanity'
import { hasPreview } from '../src/content/rules/document-types.ts'
import { type LiveState, liveStateOf } from '../src/content/rules/live-state.ts'
import { liveStateWords } from '../src/content/texts/live-state.ts'
import { useLostSince } from './connection.ts'
import { siteUrl } from './environment.ts'
import { OpenFaultyDocument } from './OpenFaultyDocument.tsx'
import { useLiveReport } from './use-live-report.ts'

type Props = { id: string; type: string }

/** Shows above a form whether visitors see the document's published revision, with a link (CMS-09). */
export function LiveLine({ id, type }: Props) {
  const known = useLiveState(getPublishedId(id), type)
  const isLost = useLostSince() !== undefined
  if (isLost && known !== undefined) return <Unknown />
  return <KnownLine state={known} />
}

function Unknown() {
  return (
    <Card tone="caution" radius={2} padding={3}>
      <Text size={1}>There is no connection, so what visitors see is not known.</Text>
    </Card>
  )
}

function KnownLine({ state }: { state: LiveState | undefined }) {
  const words = state === undefined ? [] : wordsOf(state)
  const isAbsent = state?.state === 'absent'
  return (
    <Card tone={toneOf(state)} radius={2} padding={state ? 3 : 0}>
      {/* A live region must exist before its text. */}
      <Box role="status">
        {state && (
          <Stack gap={3}>
            <Text size={1} style={{ overflowWrap: 'anywhere' }}>
              {/* Only the words are announced, not each second. */}
              {words[0]}
              {words[1] && <span aria-hidden={true}>, {words[1]}</span>}
              {state.state === 'live' && (
                <>
                  {' '}
                  <a href={new URL(state.path, siteUrl).href} target="_blank" rel="noreferrer">
                    {state.path}
                  </a>
                </>
              )}
            </Text>
            {isAbsent && state.fault && <OpenFaultyDocument fault={state.fault} />}
          </Stack>
        )}
      </Box>
    </Card>
  )
}

/** The text, which changes with time. */
const wordsOf = (state: LiveState): string[] =>
  state.state === 'building' ? liveStateWords(state).split(', ') : [liveStateWords(state)]

const toneOf = (state: LiveState | undefined) => {
  if (state === undefined) return 'transparent'
  return ({ live: 'positive', building: 'primary', absent: 'caution' } as const)[state.state]
}

function useLiveState(id: string, type: string): LiveState | undefined {
  const report = useLiveReport(id)
  const { published } = useEditState(id, type)
  const now = useNow()
  const isReported = hasPreview(type) || type === 'redirect'
  if (published === null || !isReported || siteUrl === undefined) return
  const revision = { rev: published._rev, publishedAt: new Date(published._updatedAt) }
  return liveStateOf(revision, report, now)
}

/** The current time, updated each second, because the state depends on it. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const interval = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(interval)
  }, [])
  return now
}
