import { runCommand } from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { runPatientCommand } from './operator/patient-commands.ts'

runCommand(() => runPatientCommand(process.argv.slice(2), operatorEnvironment))
