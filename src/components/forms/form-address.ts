/** The address of an endpoint for a plain form: the configured API base, or /api (API-06). */
export function formAddress(path: `/${string}`): string {
  const env = (import.meta as { env?: Record<string, string | undefined> }).env
  return (env?.['PUBLIC_API_BASE'] ?? '/api') + path
}
