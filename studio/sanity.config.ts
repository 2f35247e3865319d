import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { schemaTypes } from '../schemas/index.ts'
import { backend } from './backend.ts'
import { InputWithHint } from './inputs.tsx'
import { NavbarWithPublishing } from './navbar.tsx'
import { withPreview } from './preview-action.ts'
import { singletonActions, templatesWithoutSingletons, withoutSingletons } from './singletons.ts'
import { structure } from './structure.ts'
import { TextPlugins } from './text-plugins.tsx'
import { words } from './upload-messages.ts'

const place = backend()

export default defineConfig({
  name: 'default',
  title: 'Halyard',
  ...place,
  plugins: [structureTool({ structure })],
  schema: { types: schemaTypes, templates: templatesWithoutSingletons },
  document: {
    ...place.document,
    actions: (actions, context) => withPreview(singletonActions(actions, context), context),
    newDocumentOptions: withoutSingletons,
  },
  form: { components: { input: InputWithHint, portableText: { plugins: TextPlugins } } },
  i18n: { bundles: words },
  studio: { components: { navbar: NavbarWithPublishing } },
})
