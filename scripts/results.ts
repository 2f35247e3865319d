import { runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { runResultCommand } from './operator/result-commands.ts'

runCommand(() => runResultCommand(process.argv.slice(2), operatorEnvironment))
