import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MAILS } from '#app/mail/mails.ts'

const ROUTINES = 'supabase/routines'
const NAMES = MAILS.map(({ name }) => name)

/** `app.mail_priority`, made from the mails. */
function prioritiesSql(): string {
  const rows = ([0, 1, 2, 3] as const).map((priority) => {
    const names = MAILS.filter((one) => one.priority === priority).map(({ name }) => `'${name}'`)
    return `    when p_template in (${names.sort().join(', ')}) then ${priority}`
  })
  return `-- Made from src/app/mail/mails.ts by "npx vitest run --project unit tests/unit/app/mail-priorities.test.ts -u".

-- The place of a mail in the queue (decision 018); null for an unknown template, which app.jobs refuses.
create function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
${rows.join('\n')}
  end::smallint
$$;
`
}

it('BOOK-10 the database has the priority of each mail', async () => {
  expect(NAMES).toEqual([...new Set(NAMES)])
  await expect(prioritiesSql()).toMatchFileSnapshot(`../../../${ROUTINES}/mail-priorities.sql`)
})

it('BOOK-10 the routines queue only mails that exist', () => {
  const text = globSync(`${ROUTINES}/*.sql`)
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const queued = [...text.matchAll(/(?:'template', |enqueue_mail\(|mail_payment\()'([\w-]+)'/g)]
  expect(queued.length).toBeGreaterThan(10)
  expect(NAMES).toEqual(expect.arrayContaining(queued.map(([, name]) => name)))
})
