import { env } from 'node:process'

/** Whether all pages are asked for (`npm run test:all`), not only one of each kind. */
export const everything = (): boolean => env['E2E_ALL'] === '1'
