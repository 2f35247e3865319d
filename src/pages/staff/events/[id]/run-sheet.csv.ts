import type { APIRoute } from 'astro'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import { sheetCsv } from '#results/server/run-sheet.ts'

export const prerender = false

/** Spreadsheets read the file as UTF-8 only when it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The run sheet as the file that attendance reads (EVM-02). */
export const GET: APIRoute = async ({ locals, params }) => {
  const eventId = wholeIdOf(params['id'])
  const sheet =
    eventId === undefined
      ? undefined
      : await locals.services.attendees.runSheet(locals.member, eventId)
  if (sheet === undefined) return new Response(null, { status: 404 })
  return new Response(BYTE_ORDER_MARK + sheetCsv(sheet), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="run-sheet-${eventId}.csv"`,
    },
  })
}
