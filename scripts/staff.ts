import { runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { runStaffCommand } from './operator/staff-commands.ts'

runCommand(() => runStaffCommand(process.argv.slice(2), operatorEnvironment))
