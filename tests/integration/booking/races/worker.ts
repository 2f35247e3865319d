import process from 'node:process'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Outcome, perform } from '#tests/integration/booking/races/operations.ts'
import type { WorkerRequest } from '#tests/integration/booking/races/worker-processes.ts'

/** A process with its own connection pool, as each server process has. It answers every request with the same id. */
let database: SqlDatabase | undefined

async function answer(request: WorkerRequest): Promise<Outcome | null> {
  if (request.kind === 'operation') {
    if (database === undefined) throw new Error('the worker is not connected to a database')
    return perform(database, request.operation)
  }
  await database?.close()
  database = request.kind === 'connect' ? openSqlDatabase(request) : undefined
  return null
}

process.on('message', ({ id, request }: { id: number; request: WorkerRequest }) => {
  void answer(request).then((outcome) => process.send?.({ id, outcome }))
})

process.once('disconnect', () => process.exit())
