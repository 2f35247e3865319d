import { defineCliConfig } from 'sanity/cli'

export default defineCliConfig({
  api: { projectId: 'halyard0', dataset: 'production' },
  deployment: { autoUpdates: false },
  project: { basePath: '/studio' },
})
