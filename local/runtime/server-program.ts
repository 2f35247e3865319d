import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SERVER_BUNDLE } from '../../shared/build-inputs.ts'

/** Node's arguments for the production server: the bundle of the build in `folder`, or server.ts where there is none. */
export function serverProgram(folder: string): string[] {
  const bundle = join(folder, SERVER_BUNDLE)
  return existsSync(bundle) ? ['--enable-source-maps', bundle] : ['server.ts']
}
