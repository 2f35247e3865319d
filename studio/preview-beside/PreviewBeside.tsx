import { Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { type Ref, useEffect, useRef, useState } from 'react'
import { type DocumentInspectorProps, getPublishedId, useEditState } from 'sanity'
import { documentPath } from '../../src/content/rules/document-types.ts'
import { siteUrl } from '../environment.ts'
import { STILL_CHECKING, usePreviewObstacle } from '../preview-action.ts'
import { PageFrame, type PageWidth } from './PageFrame.tsx'
import { usePage } from './use-page.ts'
import { BESIDE_TITLE, PROBLEM_WORDS } from './words.ts'

/** The page that shows a document, drafts included, beside its form (CMS-05). It follows what is typed. */
export function PreviewBeside({ documentId, documentType, onClose }: DocumentInspectorProps) {
  const id = getPublishedId(documentId)
  const { draft, published } = useEditState(id, documentType)
  const path = documentPath(documentType, draft ?? published)
  const obstacle = usePreviewObstacle(path)
  const [width, setWidth] = useState<PageWidth>('phone')
  const first = useFocusOfOpener()
  const close = () => {
    onClose()
    openerOf(document)?.focus()
  }
  return (
    <Flex as="section" aria-label="Preview" direction="column" height="fill" overflow="hidden">
      <Flex align="center" gap={2} padding={2}>
        <Box flex={1} paddingX={3}>
          <Text as="h2" size={1} weight="medium">
            Preview
          </Text>
        </Box>
        <WidthButton text="Phone" width="phone" chosen={width} choose={setWidth} button={first} />
        <WidthButton text="Desktop" width="desktop" chosen={width} choose={setWidth} />
        <Button text="Close" aria-label="Close preview" mode="bleed" onClick={close} />
      </Flex>
      {obstacle === undefined && path !== undefined && siteUrl !== undefined ? (
        <ShownPage id={id} path={path} site={new URL(siteUrl).origin} width={width} />
      ) : (
        obstacle !== STILL_CHECKING && <Notice text={`No preview yet: ${obstacle}.`} />
      )}
    </Flex>
  )
}

const OPENER = `button[aria-label='${BESIDE_TITLE}']`

/** The button above the form. */
const openerOf = (page: Document) => page.querySelector<HTMLElement>(OPENER)

/** Whether the last click was on the button. */
let isOpenerPressed = false
globalThis.document?.addEventListener(
  'click',
  ({ target }) => {
    isOpenerPressed = target instanceof Element && target.closest(OPENER) !== null
  },
  { capture: true },
)

/**
 * Moves the focus into the panel when its button has opened it: the fields of the form are between the two. A panel that was
 * open already when its document was opened takes no focus. The form may have taken the focus before the panel is there.
 */
function useFocusOfOpener(): Ref<HTMLButtonElement> {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpenerPressed) first.current?.focus()
    isOpenerPressed = false
  }, [])
  return first
}

type WidthButtonProps = {
  text: string
  width: PageWidth
  chosen: PageWidth
  choose: (width: PageWidth) => void
  button?: Ref<HTMLButtonElement>
}

function WidthButton({ text, width, chosen, choose, button }: WidthButtonProps) {
  const isChosen = width === chosen
  return (
    <Button
      ref={button}
      text={text}
      mode={isChosen ? 'default' : 'ghost'}
      aria-pressed={isChosen}
      onClick={() => choose(width)}
    />
  )
}

type ShownPageProps = { id: string; path: string; site: string; width: PageWidth }

function ShownPage({ id, path, site, width }: ShownPageProps) {
  const { html, problem, isUpdating, retry } = usePage({ id, path }, site)
  return (
    <>
      <Box paddingX={4} paddingY={2}>
        <Text size={1} muted={true} style={{ overflowWrap: 'anywhere' }}>
          {path} {isUpdating && '· Updating…'}
        </Text>
      </Box>
      <Box role="alert">
        {problem !== undefined && <Notice text={PROBLEM_WORDS[problem]} onRetry={retry} />}
      </Box>
      {html !== undefined && <PageFrame html={html} width={width} />}
    </>
  )
}

function Notice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Card tone="caution" padding={4}>
      <Stack gap={3}>
        <Text size={1}>{text}</Text>
        {onRetry && (
          <Box>
            <Button text="Try again" mode="ghost" onClick={onRetry} />
          </Box>
        )}
      </Stack>
    </Card>
  )
}
