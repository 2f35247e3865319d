import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { schemaTypes } from '../schemas/index.ts'

export default defineConfig({
  name: 'default',
  title: 'Halyard',
  projectId: 'halyard0',
  dataset: 'production',
  plugins: [structureTool()],
  schema: { types: schemaTypes },
})
