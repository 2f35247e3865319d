import { readMigrations } from '#server/database/migrations.ts'
import { nearNames, newestDefinitions } from './function/definitions.ts'

/**
 * `npm run function -- booking.hold_slot`: the newest definition of a database function, from the migrations of this folder;
 * without a name, where each function is defined.
 */
const [asked] = process.argv.slice(2)
const definitions = newestDefinitions(await readMigrations())

if (asked === undefined) {
  for (const { name, file, line } of definitions.values()) console.log(`${name}  ${file}:${line}`)
} else {
  const definition = definitions.get(asked.toLowerCase())
  if (definition !== undefined) {
    console.log(`-- ${definition.file}:${definition.line}\n${definition.text}`)
  } else {
    const near = nearNames(definitions.keys(), asked)
    console.error(`There is no function '${asked}'. Without a name, this command lists all.`)
    if (near.length > 0) console.error(`Near names: ${near.join(', ')}`)
    process.exitCode = 2
  }
}
