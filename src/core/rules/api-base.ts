/** The API's base address: from the build's configuration, else /api (API-06). */
export const API_BASE: string =
  (import.meta as { env?: Record<string, string | undefined> }).env?.['PUBLIC_API_BASE'] ?? '/api'
