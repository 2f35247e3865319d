import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { schemaTypes } from '../schemas/index.ts'
import { backend } from './backend.ts'
import { InputWithHint } from './inputs.tsx'
import { singletonActions, templatesWithoutSingletons, withoutSingletons } from './singletons.ts'
import { structure } from './structure.ts'

const place = backend()

export default defineConfig({
  name: 'default',
  title: 'Halyard',
  ...place,
  plugins: [structureTool({ structure })],
  schema: { types: schemaTypes, templates: templatesWithoutSingletons },
  document: {
    ...place.document,
    actions: singletonActions,
    newDocumentOptions: withoutSingletons,
  },
  form: { components: { input: InputWithHint } },
})
