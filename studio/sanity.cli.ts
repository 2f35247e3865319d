import { env } from 'node:process'
import { defineCliConfig } from 'sanity/cli'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '../shared/stand-in-lake.ts'

/** Sanity's commands use the project in the environment variables, like the build of the Studio. */
const { SANITY_PROJECT_ID, SANITY_DATASET } = env

export default defineCliConfig({
  api: { projectId: SANITY_PROJECT_ID || LAKE_PROJECT_ID, dataset: SANITY_DATASET || LAKE_DATASET },
  deployment: { autoUpdates: false },
  project: { basePath: '/studio' },
  // Only these variables reach the page, so that no token does; see `environment.ts`.
  vite: (config) => ({
    ...config,
    envPrefix: ['SANITY_STUDIO_', 'SANITY_PROJECT_ID', 'SANITY_DATASET'],
  }),
})
