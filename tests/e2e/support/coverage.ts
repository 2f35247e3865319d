import { env } from 'node:process'

/** Whether every page is checked (`npm run test:all`), not only one of each kind. */
export const checksEveryPage = (): boolean => env['E2E_ALL'] === '1'
