import { Box, Container, Heading, Stack, Text } from '@sanity/ui'
import { useEffect } from 'react'
import { useRouterState } from 'sanity/router'
import { StudioLink } from '../StudioLink.tsx'
import { SECTIONS, type Section } from './guide.ts'
import type { Block, Inline } from './markdown.ts'

const PICTURES: Readonly<Record<string, string>> = import.meta.glob(
  '../../docs/screenshots/studio/*.png',
  { eager: true, query: '?url', import: 'default' },
)

/** The staff guide: docs/for-staff.md. */
export function Guide() {
  const section = useRouterState((state) => state['section'])
  useEffect(() => {
    if (typeof section === 'string') document.getElementById(section)?.scrollIntoView()
  }, [section])
  return (
    <Box padding={4} paddingTop={5} overflow="auto" height="fill">
      <Container width={1}>
        <Stack gap={6}>
          <Heading as="h1" size={3}>
            Writing and publishing
          </Heading>
          <SectionLinks />
          {SECTIONS.map((part) => (
            <SectionText key={part.id} section={part} />
          ))}
        </Stack>
      </Container>
    </Box>
  )
}

/** Links to the sections of the guide. */
export function SectionLinks() {
  return (
    <Stack as="ul" gap={3} padding={0} style={{ listStyle: 'none' }}>
      {SECTIONS.map(({ id, title }) => (
        <li key={id}>
          <Text size={1}>
            <StudioLink path={`/guide/${id}`}>{title}</StudioLink>
          </Text>
        </li>
      ))}
    </Stack>
  )
}

function SectionText({ section: { id, title, blocks } }: { section: Section }) {
  return (
    <Stack as="section" gap={4} aria-labelledby={id}>
      <Heading as="h2" size={2} id={id}>
        {title}
      </Heading>
      {blocks.map((block) => (
        <BlockText key={block.key} block={block} />
      ))}
    </Stack>
  )
}

function BlockText({ block }: { block: Block }) {
  if (block.kind === 'heading')
    return (
      <Heading as="h3" size={1}>
        {block.text}
      </Heading>
    )
  if (block.kind === 'picture') return <Picture alt={block.alt} src={block.src} />
  if (block.kind === 'paragraph')
    return (
      <Text>
        <Parts parts={block.parts} />
      </Text>
    )
  const items = block.items.map(({ key, parts }) => (
    <li key={key} style={{ marginBottom: '0.6em' }}>
      <Parts parts={parts} />
    </li>
  ))
  return (
    <Text as="div">
      {block.isOrdered ? <ol style={LIST}>{items}</ol> : <ul style={LIST}>{items}</ul>}
    </Text>
  )
}

const LIST = { margin: 0, paddingLeft: '1.4em' }

/** `src` is relative to docs/. */
function Picture({ alt, src }: { alt: string; src: string }) {
  const address = PICTURES[`../../docs/${src}`]
  if (address === undefined) return null
  return <img src={address} alt={alt} style={PICTURE} loading="lazy" />
}

const PICTURE = { maxWidth: '100%', border: '1px solid var(--card-border-color)' }

function Parts({ parts }: { parts: readonly Inline[] }) {
  return parts.map(({ key, text, style, href }) => {
    if (style === 'bold') return <strong key={key}>{text}</strong>
    if (style === 'italic') return <em key={key}>{text}</em>
    if (style === 'code') return <code key={key}>{text}</code>
    // Other links lead to files of the repository, which staff cannot open here.
    const isWebsite = href?.startsWith('https://')
    return isWebsite ? (
      <a key={key} href={href}>
        {text}
      </a>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
