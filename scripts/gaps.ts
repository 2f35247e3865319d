import { execFileSync } from 'node:child_process'

/**
 * `node scripts/gaps.ts <package> [how many]`: lists the newest releases of a package whose platform-specific
 * dependencies are missing in the registry. Such a release breaks `npm ci` although `npm install` succeeds (decision 002).
 */
type Release = { optionalDependencies?: Record<string, string> }

const view = (name: string, field: string): unknown => {
  try {
    const text = execFileSync('npm', ['view', name, field, '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRelease = (version: string) => !version.includes('-')

function missingPlatforms(name: string, version: string): string[] {
  const needed = (view(`${name}@${version}`, 'optionalDependencies') ??
    {}) as Release['optionalDependencies']
  return Object.entries(needed ?? {})
    .filter(([dependency, range]) => !view(`${dependency}@${range}`, 'version'))
    .map(([dependency]) => dependency)
}

const [name, count = '6'] = process.argv.slice(2)
if (name === undefined) {
  process.stderr.write('node scripts/gaps.ts <package> [how many]\n')
  process.exit(1)
}
const versions = [view(name, 'versions')].flat().filter((each) => typeof each === 'string')
for (const version of versions.filter(isRelease).slice(-Number(count)).reverse()) {
  const missing = missingPlatforms(name, version)
  process.stdout.write(
    `${version} ${missing.length === 0 ? 'complete' : `lacks ${missing.join(', ')}`}\n`,
  )
}
