import { createServer } from 'node:http'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { Pool } from 'pg'
import { connectionOf } from '#shared/node/database-address.ts'

/**
 * The minimal server for the same booking: node:http, pg and one call of the same SQL function. No session, checks or
 * log. Arguments: database URL, pool size.
 */
const [, , url = '', max] = process.argv
const pool = new Pool({ ...connectionOf({ url }), max: Number(max) })

type Ask = { event_id: number; slot: string; profile_id: number; key: string }

const server = createServer(async (request, response) => {
  const { event_id, slot, profile_id, key } = JSON.parse(await text(request)) as Ask
  const values = [event_id, slot, profile_id, key]
  const { rows } = await pool.query('select * from booking.hold_slot($1, $2, $3, $4, 15)', values)
  response.writeHead(rows[0]?.r_reason === null ? 201 : 409, { 'content-type': 'application/json' })
  response.end(JSON.stringify(rows[0]))
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: true, port: typeof address === 'object' ? address?.port : undefined })
})
process.once('disconnect', () => process.exit())
