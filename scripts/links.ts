import { checkLinks } from '#content/commands/check-links.ts'
import { linkReport, publishedLinks } from '#content/commands/link-report.ts'
import { isPublicAddress } from '#content/server/gateways/web-pages.ts'
import { linksEnv } from '#core/server/config/command-env.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { readCommandLine, runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'

const USAGE = `npm run links                       checks every link of the published content to another website
npm run links -- --only-problems    prints nothing when every link works`

/** The content lake of a running `npm start`, unless the environment names a project. */
const withLocalLake = (source: Source): Source =>
  source['SANITY_PROJECT_ID'] || !source['LAKE_ORIGIN']
    ? source
    : {
        ...source,
        SANITY_PROJECT_ID: LAKE_PROJECT_ID,
        SANITY_DATASET: LAKE_DATASET,
        SANITY_API_HOST: source['LAKE_ORIGIN'],
      }

runCommand(async () => {
  const { options } = readCommandLine(process.argv.slice(2), {
    values: [],
    flags: ['only-problems'],
    usage: USAGE,
  })
  const { content, studioUrl } = linksEnv(withLocalLake(operatorEnvironment()))
  const links = await publishedLinks(content, new Date())
  const addresses = links.map(({ url }) => url)
  const answers = await checkLinks(addresses, { timeoutMs: 10_000, mayConnect: isPublicAddress })
  const { text, problems } = linkReport(links, answers, studioUrl)
  // A timer of the system mails the text, or reports the exit code.
  if (problems > 0) process.exitCode = 1
  return problems === 0 && options.has('only-problems') ? '' : text
})
