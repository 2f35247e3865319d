import { API_BASE } from '#core/rules/api-base.ts'

/** The address of an endpoint for a plain form. */
export const formAddress = (path: `/${string}`): string => API_BASE + path
