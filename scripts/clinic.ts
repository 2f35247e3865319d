import { runClinicCommand } from './operator/clinic-commands.ts'
import { runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'

runCommand(() => runClinicCommand(process.argv.slice(2), operatorEnvironment))
