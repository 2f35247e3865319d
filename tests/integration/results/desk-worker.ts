import process from 'node:process'
import { createSealer } from '#core/server/security/seal.ts'
import { openSqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Desk, OFFSET_SECONDS, openDesk } from '#tests/integration/results/desk-evening.ts'

/** A step of the desk, as a message to a process that has its own connections. */
export type DeskCall = {
  readonly [Name in StepName]: {
    readonly name: Name
    readonly args: Parameters<Desk[Name]>
  }
}[StepName]
type StepName =
  | 'checkIn'
  | 'recordConsent'
  | 'takeBackConsent'
  | 'answer'
  | 'stop'
  | 'save'
  | 'undo'
  | 'admit'
  | 'recordAbsent'
  | 'close'
  | 'recordPaper'

export type WorkerStart = { readonly url: string; readonly data: string; readonly lookup: string }

/** Runs a step; two processes and this one share it. */
export const runCall = (desk: Desk, { name, args }: DeskCall): Promise<unknown> =>
  (desk[name] as (...all: readonly unknown[]) => Promise<unknown>)(...args)

function listen({ url, data, lookup }: WorkerStart): void {
  const database = openSqlDatabase({ url, clockOffsetSeconds: OFFSET_SECONDS })
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const sealer = createSealer({ data: [{ id: 'k1', key: bytes(data) }], lookup: bytes(lookup) })
  const desk = openDesk(database, sealer)
  process.on('message', ({ id, call }: { id: number; call: DeskCall }) => {
    runCall(desk, call).then(
      (result) => process.send?.({ id, result }),
      (error: Error) => process.send?.({ id, error: error.message }),
    )
  })
  process.once('disconnect', () => process.exit())
}

const [, , start] = process.argv
if (process.send !== undefined && start?.startsWith('{')) listen(JSON.parse(start) as WorkerStart)
