import process from 'node:process'
import { openDatabase } from '#server/database/database.ts'
import { type Operation, perform } from '#tests/integration/races/operations.ts'

/** A process with a pool of its own, as one copy of the server has. Its first message names the database. */
process.once('message', ({ url, poolMax }: { url: string; poolMax: number }) => {
  const database = openDatabase({ url, poolMax })
  process.on('message', ({ id, operation }: { id: number; operation: Operation }) => {
    void perform(database, operation).then((outcome) => process.send?.({ id, outcome }))
  })
  process.send?.({ ready: true })
})

process.once('disconnect', () => process.exit())
