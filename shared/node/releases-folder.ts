import { join } from 'node:path'

/** The folder of the server's builds: as `RELEASES_DIR` gives it, otherwise in the data folder. */
export const releasesFolderOf = (dataDir: string, given: string | undefined): string =>
  given ?? join(dataDir, 'releases')
