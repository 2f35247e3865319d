import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { schemaTypes } from '../schemas/index.ts'
import { backend } from './backend.ts'
import { fixedActions, templatesWithoutFixedSets, withoutFixedSets } from './fixed-documents.ts'
import { InputWithHint } from './inputs.tsx'
import { NavbarWithPublishing } from './navbar.tsx'
import { withPreview } from './preview-action.ts'
import { structure } from './structure.ts'
import { TextPlugins } from './text-plugins.tsx'
import { uploadMessages } from './upload-messages.ts'

const contentBackend = backend()

export default defineConfig({
  name: 'default',
  title: 'Halyard',
  ...contentBackend,
  plugins: [structureTool({ structure })],
  schema: { types: schemaTypes, templates: templatesWithoutFixedSets },
  document: {
    ...contentBackend.document,
    actions: (actions, context) => withPreview(fixedActions(actions, context), context),
    newDocumentOptions: withoutFixedSets,
  },
  form: { components: { input: InputWithHint, portableText: { plugins: TextPlugins } } },
  i18n: { bundles: uploadMessages },
  studio: { components: { navbar: NavbarWithPublishing } },
})
