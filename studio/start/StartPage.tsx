import { Box, Card, Container, Flex, Grid, Heading, Stack, Text } from '@sanity/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useClient, useCurrentUser, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { isDocumentType } from '../../src/content/rules/document-types.ts'
import { siteUrl } from '../environment.ts'
import { TYPE_ICONS } from '../icons.tsx'
import { momentInWords } from '../moments.ts'
import { PublishingState } from '../navbar.tsx'
import { StudioLink } from '../StudioLink.tsx'
import { useLiveReport } from '../use-live-report.ts'
import { Help } from './Help.tsx'
import { type Listed, type StartLists, watchStartLists } from './start-lists.ts'

/** The first page after signing in. */
export function StartPage() {
  const user = useCurrentUser()
  const lists = useStartLists(user?.id)
  return (
    <Box padding={4} paddingTop={5} overflow="auto" height="fill">
      <Container width={3}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            {user?.name ? `Welcome, ${user.name}` : 'Welcome'}
          </Heading>
          <Website />
          {lists === 'loading' && <Text role="status">Loading …</Text>}
          {lists === 'failed' && (
            <Text role="alert">The lists could not be loaded. Check that you are online.</Text>
          )}
          {typeof lists === 'object' && <Lists lists={lists} />}
          <Help />
        </Stack>
      </Container>
    </Box>
  )
}

function useStartLists(userId: string | undefined): StartLists | 'loading' | 'failed' {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const [lists, setLists] = useState<StartLists | 'loading' | 'failed'>('loading')
  useEffect(
    () => (userId === undefined ? undefined : watchStartLists(client, userId, setLists)),
    [client, userId],
  )
  return lists
}

/** The state of the website, as in the line under the top bar, and a link to the website. */
function Website() {
  const publishing = useLiveReport()
  return (
    <Panel title="The website">
      <Stack gap={4}>
        {publishing === undefined ? (
          <Text size={1}>What you publish is on the website after its next build.</Text>
        ) : (
          <PublishingState publishing={publishing} />
        )}
        {siteUrl !== undefined && (
          <Text size={1}>
            <a href={siteUrl} target="_blank" rel="noreferrer">
              Open the website in a new tab
            </a>
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

function Lists({ lists: { mine, others, recent } }: { lists: StartLists }) {
  return (
    <Grid gridTemplateColumns={[1, 1, 2]} gap={4} style={{ alignItems: 'start' }}>
      <Stack gap={4}>
        <Panel title="My drafts">
          <Lines listed={mine} none="You have no drafts. What you write is saved here at once." />
        </Panel>
        {others.length > 0 && (
          <Panel title="Drafts of others">
            <Lines listed={others} none="" />
          </Panel>
        )}
      </Stack>
      <Panel title="Recently changed">
        <Stack gap={4}>
          <Lines listed={recent} none="Nothing was changed." />
          <Text size={1}>
            <StudioLink path="/structure/recently-deleted">Recently deleted</StudioLink>
          </Text>
        </Stack>
      </Panel>
    </Grid>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} border={true} radius={3} padding={4}>
      <Stack gap={4}>
        <Heading as="h2" size={1}>
          {title}
        </Heading>
        {children}
      </Stack>
    </Card>
  )
}

function Lines({ listed, none }: { listed: readonly Listed[]; none: string }) {
  if (listed.length === 0)
    return (
      <Text size={1} muted={true}>
        {none}
      </Text>
    )
  return (
    <Stack as="ul" gap={4} padding={0} style={{ listStyle: 'none' }}>
      {listed.map((line) => (
        <li key={`${line.id} ${line.isDraft}`}>
          <Line line={line} />
        </li>
      ))}
    </Stack>
  )
}

function Line({ line: { id, type, title, updatedAt, isDraft } }: { line: Listed }) {
  const typeTitle = useSchema().get(type)?.title ?? type
  const Icon = isDocumentType(type) ? TYPE_ICONS[type] : undefined
  return (
    <Flex gap={3} align="flex-start">
      <Text size={2} muted={true}>
        {Icon && <Icon />}
      </Text>
      <Stack gap={2} flex={1}>
        <Text size={1} weight="medium" textOverflow="ellipsis">
          <IntentLink intent="edit" params={{ id, type }}>
            {title === 'Untitled' ? typeTitle : title}
          </IntentLink>
        </Text>
        <Text size={1} muted={true}>
          {typeTitle} · {isDraft ? 'draft, ' : ''}
          {momentInWords(updatedAt, new Date())}
        </Text>
      </Stack>
    </Flex>
  )
}
