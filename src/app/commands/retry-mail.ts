import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import { reviveJob } from '#core/server/jobs/dead-jobs.ts'

/** Queues a mail that was given up again, with an audit entry; returns false when there is no such mail. */
export async function retryMail(
  database: Database,
  jobId: number,
  operator: string,
): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    if (!(await reviveJob(transaction, jobId))) return false
    await insertAudit(transaction, {
      actor: null,
      action: 'mail-retried',
      subject: `job:${jobId}`,
      requestId: null,
      operator,
    })
    return true
  })
}
