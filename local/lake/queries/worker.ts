import { parentPort } from 'node:worker_threads'
import { parse } from 'groq-js'
import type { LakeDocument } from '../document.ts'
import { httpError, LakeError, queryError } from '../errors.ts'
import { runQuery } from '../query.ts'
import { Replica } from './replica.ts'
import type { FromWorker, Task, ToWorker } from './tasks.ts'

/* The query worker: evaluates GROQ, so that a slow query does not block the event loop of the lake. */
const replica = new Replica()
const send = (message: FromWorker) => parentPort?.postMessage(message)

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'changes') replica.apply(message.changes)
  else send(answer(message.task))
})
send({ kind: 'ready' })

function answer(task: Task): FromWorker {
  try {
    return { kind: 'done', value: task.kind === 'query' ? resultOf(task) : matchesOf(task) }
  } catch (error) {
    const { status, message, body } =
      error instanceof LakeError ? error : httpError(400, String(error))
    return { kind: 'refused', status, message, body }
  }
}

function resultOf(task: Extract<Task, { kind: 'query' }>): string {
  const { query, params, context, perspective, resultLength } = task
  const result = JSON.stringify(runQuery(replica.view(perspective), query, params, context))
  if (result.length > resultLength)
    throw queryError(`The result is longer than ${resultLength} characters`, query)
  return result
}

/** Parses the query in any case, so that an invalid one is refused without documents. */
function matchesOf({ query, params, context, documents }: Extract<Task, { kind: 'match' }>) {
  try {
    parse(query, { params })
  } catch (error) {
    throw queryError(error instanceof Error ? error.message : String(error), query)
  }
  return documents.map((document) => document !== null && isSelected(document))

  function isSelected(document: LakeDocument): boolean {
    const view = { documents: [document], byId: new Map([[document._id, document]]) }
    const found = runQuery(view, query, params, context)
    return Array.isArray(found) ? found.length > 0 : found !== null
  }
}
