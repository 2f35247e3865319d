import { runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { studioCommand } from './operator/studio-commands.ts'

runCommand(() => studioCommand(process.argv.slice(2), operatorEnvironment()))
