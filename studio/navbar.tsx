import { Box, Card, Stack, Text } from '@sanity/ui'
import type { NavbarProps } from 'sanity'
import type { LiveReport } from '../src/content/rules/live-state.ts'
import { useLostSince } from './connection.ts'
import { OpenFaultyDocument } from './OpenFaultyDocument.tsx'
import { PublishedFaults } from './PublishedFaults.tsx'
import { lostWords, publishingWords } from './publishing.ts'
import { useLiveReport } from './use-live-report.ts'
import { WithoutVendor } from './WithoutVendor.tsx'

/** Sanity's own bar, and below it the state of the website, which follows a publication by some seconds. */
export function NavbarWithPublishing(props: NavbarProps) {
  return (
    <>
      <WithoutVendor />
      {props.renderDefault(props)}
      <PublishingLine />
    </>
  )
}

function PublishingLine() {
  const publishing = useLiveReport()
  const isLost = useLostSince() !== undefined
  if (publishing === undefined && !isLost) return null
  const hasFailed = !isLost && publishing?.state === 'failed'
  const isPartial = !isLost && publishing?.state === 'live' && publishing.faults.length > 0
  const isAlert = hasFailed || isPartial || isLost
  const words = (
    <Box paddingX={4} paddingY={3}>
      <PublishingState publishing={publishing} />
    </Box>
  )
  return (
    <Card tone={toneOf(hasFailed, isPartial || isLost)} borderBottom={true}>
      {/* Live regions must exist before their text: polite for the state, assertive for a failure. */}
      <Box role="status">{!isAlert && words}</Box>
      <Box role="alert" overflow="auto" style={{ maxHeight: '30vh' }}>
        {isAlert && words}
      </Box>
    </Card>
  )
}

const toneOf = (hasFailed: boolean, isPartial: boolean) =>
  hasFailed ? 'critical' : isPartial ? 'caution' : 'default'

/** The text of the state, with the faults after a failed build; or that there is no connection. */
export function PublishingState({ publishing }: { publishing: LiveReport | undefined }) {
  const lostSince = useLostSince()
  if (lostSince !== undefined)
    return (
      <Text size={1} weight="semibold">
        {lostWords(lostSince)}
      </Text>
    )
  return publishing && <Report publishing={publishing} />
}

function Report({ publishing }: { publishing: LiveReport }) {
  const hasFailed = publishing.state === 'failed'
  const isPartial = publishing.state === 'live' && publishing.faults.length > 0
  return (
    <Stack gap={3}>
      <Text size={1} weight={hasFailed || isPartial ? 'semibold' : 'regular'}>
        {publishingWords(publishing, new Date())}
      </Text>
      {publishing.message !== undefined && (
        <Text size={1} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {publishing.message}
        </Text>
      )}
      {hasFailed && publishing.fault && <OpenFaultyDocument fault={publishing.fault} />}
      {isPartial && <PublishedFaults faults={publishing.faults} />}
    </Stack>
  )
}
