import { type ClientConfig, createClient } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'
import { LAKE_DATASET, LAKE_PROJECT_ID, LAKE_SIGN_IN_PATH } from '../shared/stand-in-lake.ts'
import { patientFetch } from './connection.ts'
import { dataset, projectId } from './environment.ts'
import { lakeFetch } from './lake-fetch.ts'

/** The content backend: a hosted project, or the stand-in lake that serves this page. */
export function backend(): Pick<WorkspaceOptions, 'projectId' | 'dataset'> &
  Partial<WorkspaceOptions> {
  return projectId ? hostedProject(projectId) : localLake()
}

function hostedProject(id: string): ReturnType<typeof backend> {
  const patient = patientFetch(fetch, `https://${id}.api.sanity.io`)
  return {
    projectId: id,
    dataset,
    unstable_clientFactory: (config) =>
      createClient({ ...config, ...withoutLimit, resolveFetch: () => patient }),
  }
}

/** A request may wait for the connection for hours. */
const withoutLimit = { timeout: 0 }

/** For tools that load the configuration outside a browser. */
const PLACEHOLDER_ORIGIN = 'http://127.0.0.1'

/** Mutes the Studio's warning about HTTP/1.1: `lakeFetch` deals with the limit of six connections. */
function snoozeProtocolWarning(): void {
  sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
}

function localLake(): Pick<WorkspaceOptions, 'projectId' | 'dataset'> & Partial<WorkspaceOptions> {
  const inBrowser = typeof window !== 'undefined'
  const origin = inBrowser ? window.location.origin : PLACEHOLDER_ORIGIN
  const patient = patientFetch(lakeFetch(origin), origin)
  if (inBrowser) snoozeProtocolWarning()
  return {
    projectId: LAKE_PROJECT_ID,
    dataset: LAKE_DATASET,
    apiHost: origin,
    // `apiHost` alone would have the client call http://<project>.<host>.
    unstable_clientFactory: (config: ClientConfig) =>
      createClient({
        ...config,
        ...withoutLimit,
        apiHost: origin,
        useProjectHostname: false,
        useCdn: false,
        resolveFetch: () => patient,
      }),
    auth: {
      loginMethod: 'cookie',
      redirectOnSingle: true,
      providers: [{ name: 'local', title: 'Staff', url: `${origin}${LAKE_SIGN_IN_PATH}` }],
    },
    ...withoutHostedFeatures,
  }
}

/** Switches off what only Sanity's servers support. */
const withoutHostedFeatures: Partial<WorkspaceOptions> = {
  search: { strategy: 'groqLegacy' },
  releases: { enabled: false },
  scheduledDrafts: { enabled: false },
  scheduledPublishing: { enabled: false },
  tasks: { enabled: false },
  announcements: { enabled: false },
  mediaLibrary: { enabled: false },
  apps: { canvas: { enabled: false } },
  document: { comments: { enabled: false } },
  beta: { eventsAPI: { documents: false, releases: false } },
}
