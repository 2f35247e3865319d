import { defineCliConfig } from 'sanity/cli'

export default defineCliConfig({
  deployment: { autoUpdates: false },
  project: { basePath: '/studio' },
  // Only these variables reach the page, so that no token does; see `environment.ts`.
  vite: (config) => ({
    ...config,
    envPrefix: ['SANITY_STUDIO_', 'SANITY_PROJECT_ID', 'SANITY_DATASET'],
  }),
})
