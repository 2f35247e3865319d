import type { DocumentInspector, DocumentInspectorsResolver } from 'sanity'
import { hasPreview } from '../../src/content/rules/document-types.ts'
import { SplitIcon } from '../icons.tsx'
import { PreviewBeside } from './PreviewBeside.tsx'
import { BESIDE_TITLE } from './words.ts'

const previewBeside: DocumentInspector = {
  name: 'preview-beside',
  component: PreviewBeside,
  useMenuItem: () => ({
    title: BESIDE_TITLE,
    icon: SplitIcon,
    showAsAction: true,
  }),
}

/** Adds the button above a form that shows its page beside it. */
export const withPreviewBeside: DocumentInspectorsResolver = (inspectors, { documentType }) =>
  hasPreview(documentType) ? [...inspectors, previewBeside] : inspectors
