import { defineCliConfig } from 'sanity/cli'

export default defineCliConfig({
  deployment: { autoUpdates: false },
  project: { basePath: '/studio' },
  // These alone, so that no other variable (a token!) ever gets into the page; see `environment.ts`.
  vite: (config) => ({
    ...config,
    envPrefix: ['SANITY_STUDIO_', 'SANITY_PROJECT_ID', 'SANITY_DATASET'],
  }),
})
