import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { schemaTypes } from '../schemas/index.ts'
import { withApproval } from './approve-action.tsx'
import { backend } from './backend.ts'
import { fixedActions, templatesWithoutFixedSets, withoutFixedSets } from './fixed-documents.ts'
import { ContentIcon, withIcon } from './icons.tsx'
import { InputWithHint } from './inputs.tsx'
import { Logo } from './Logo.tsx'
import { withEdit, withOwnLeaving } from './leave-actions.tsx'
import { bundles, locales } from './locale.ts'
import { NavbarWithPublishing } from './navbar.tsx'
import { withPreview } from './preview-action.ts'
import { withPreviewBeside } from './preview-beside/inspector.ts'
import { withPastQuestion } from './publish-action.ts'
import { StudioLayout } from './StudioLayout.tsx'
import { InlineBlock } from './settings/SettingInText.tsx'
import { structure } from './structure.ts'
import { TextPlugins } from './text-plugins.tsx'
import { withOwnTools } from './tools.ts'

const contentBackend = backend()

export default defineConfig({
  name: 'default',
  title: 'Halyard',
  ...contentBackend,
  icon: Logo,
  plugins: [structureTool({ structure, title: 'Content', icon: ContentIcon })],
  tools: withOwnTools,
  schema: { types: schemaTypes.map(withIcon), templates: templatesWithoutFixedSets },
  document: {
    ...contentBackend.document,
    actions: (actions, context) => {
      const leaving = fixedActions(withOwnLeaving(actions, context), context)
      const own = withPastQuestion(leaving, context)
      return withEdit(withApproval(withPreview(own, context), context), context)
    },
    inspectors: withPreviewBeside,
    newDocumentOptions: withoutFixedSets,
  },
  form: {
    components: {
      input: InputWithHint,
      inlineBlock: InlineBlock,
      portableText: { plugins: TextPlugins },
    },
  },
  i18n: { locales, bundles },
  studio: { components: { navbar: NavbarWithPublishing, layout: StudioLayout } },
})
