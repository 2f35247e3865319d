import { formatPounds } from '#core/rules/money.ts'
import { isIsoDate } from '#core/rules/time.ts'
import { isUuid } from '#core/rules/uuid.ts'
import { databaseEnv } from '#core/server/config/command-env.ts'
import { EnvironmentError } from '#core/server/config/env.ts'
import { contradictions, parse } from '#core/server/config/env-variables.ts'
import { OPERATOR_LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import { paymentsEnv } from '#core/server/config/payments-env.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { createLogger } from '#core/server/logger.ts'
import {
  owedAfterDispute,
  paymentSheet,
  paymentTables,
  stillBooked,
} from '#payments/commands/payments-list.ts'
import { reconcile } from '#payments/commands/payments-reconcile.ts'
import { giveUp, type SettleDeps, settleNow } from '#payments/commands/payments-settle.ts'
import { DISPUTE_OUTCOMES } from '#payments/rules/payment.ts'
import { endDispute } from '#payments/server/database/disputes.ts'
import { addHoliday, listHolidays } from '#payments/server/database/payment-records.ts'
import { requestRefund } from '#payments/server/database/refunds.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import {
  type CommandLine,
  chosenCommand,
  neededOption,
  Refusal,
  readCommandLine,
  runCommand,
} from './operator/command-line.ts'
import { operatorEnvironment } from './operator/environment.ts'
import { onDatabase } from './operator/on-database.ts'
import { checkBy } from './operator/staff.ts'

const USAGE = `npm run payments -- list       what is not settled, the refunds that are not made, the newest payments
npm run payments -- show <payment>
npm run payments -- refund <payment> --pence <amount> --by <your name> --reason <why> [--again]
    returns money to the card that was paid with; the appointment stays as it is. The same amount of the same payment within a day
    needs --again
npm run payments -- settle <payment>
    asks the provider about a payment and concludes it by the answer, as the servers do automatically
npm run payments -- give-up <payment> --by <your name> --reason <why>
    ends a payment that the provider leaves open, and frees its place; ask the provider before
npm run payments -- end-dispute <dispute> --outcome won|lost --by <your name> --reason <why>
    won: the charity has the money again, and what it owes goes back then; lost: the money stays with the payer. A lost one may still be won
npm run payments -- reconcile <YYYY-MM-DD>
    compares the payment provider's list of a day with ours, and names every difference; the list can lag by three hours
npm run payments -- holidays   the bank holidays that refunds count by
npm run payments -- holidays add <YYYY-MM-DD> <name> --by <your name>
Name and reason are kept: write nothing clinical and no patient's name.`

type Command = (database: Database, line: CommandLine) => Promise<string>

function paymentIdOf({ words: [, id = ''] }: CommandLine): string {
  if (!isUuid(id)) throw new Refusal(USAGE)
  return id
}

const REFUSALS = {
  'payment-not-found': 'There is no such payment.',
  'nothing-captured': 'Nothing was returned: no money was taken by this payment.',
  'too-much': 'Nothing was returned: less than this is left of the payment.',
  'refunded-before':
    'Nothing more was returned: the same amount was asked for within a day. Use --again to return it a second time.',
} as const

const ENDED = {
  'dispute-not-found': 'There is no such dispute.',
  'dispute-ended': 'This dispute has ended before.',
} as const

function gateway() {
  const source = operatorEnvironment()
  const { values, faults } = parse(source, [
    'NODE_ENV',
    'SITE_ENV',
    'PAYPAL_CLIENT_ID',
    'PAYPAL_CLIENT_SECRET',
    'PAYPAL_WEBHOOK_ID',
    'PAYPAL_API_BASE',
    'PAYPAL_SDK_BASE',
    'PAYPAL_TIMEOUT_MS',
  ])
  const all = [...faults, ...contradictions(source, values)]
  if (all.length > 0) throw new EnvironmentError(all)
  const env = paymentsEnv(values)
  if (env === undefined) throw new Refusal('No payment provider is configured.')
  return paypalGateway(env)
}

const settleDeps = async (database: Database): Promise<SettleDeps> => ({
  database,
  clock: await databaseClock(database),
  gateway: gateway(),
  logger: createLogger('silent'),
})

const COMMANDS: Record<string, Command> = {
  list: (database) => paymentTables(database),
  async show(database, line) {
    const sheet = await paymentSheet(database, paymentIdOf(line))
    if (sheet === undefined) throw new Refusal(REFUSALS['payment-not-found'])
    return sheet
  },
  async refund(database, line) {
    const paymentId = paymentIdOf(line)
    const amount = neededOption(line, 'pence', USAGE)
    if (!/^[1-9]\d{0,7}$/.test(amount)) throw new Refusal(USAGE)
    const operator = neededOption(line, 'by', USAGE)
    const note = neededOption(line, 'reason', USAGE)
    const pence = Number(amount)
    const asked = await requestRefund(database, {
      ...{ paymentId, pence, operator, note },
      again: line.options.has('again'),
    })
    if (!asked.ok) {
      const earlier = asked.refundId === null ? '' : ` Refund ${asked.refundId}.`
      throw new Refusal(`${REFUSALS[asked.reason]}${earlier}`)
    }
    const kept = await stillBooked(database, paymentId)
    return `${formatPounds(pence)} will be returned; the patient is informed by mail. Refund ${asked.refundId}.\n${kept}`
  },
  async settle(database, line) {
    const told = await settleNow(await settleDeps(database), paymentIdOf(line))
    if (told === undefined) throw new Refusal(REFUSALS['payment-not-found'])
    return told.text
  },
  async 'give-up'(database, line) {
    const operator = neededOption(line, 'by', USAGE)
    const note = neededOption(line, 'reason', USAGE)
    const by = { operator, note }
    const told = await giveUp(await settleDeps(database), paymentIdOf(line), by)
    if (told === undefined) throw new Refusal(REFUSALS['payment-not-found'])
    return told
  },
  async 'end-dispute'(database, line) {
    const [, dispute = ''] = line.words
    const operator = neededOption(line, 'by', USAGE)
    const note = neededOption(line, 'reason', USAGE)
    const given = neededOption(line, 'outcome', USAGE)
    const outcome = DISPUTE_OUTCOMES.find((one) => one === given)
    if (outcome === undefined) throw new Refusal(USAGE)
    const ended = await endDispute(database, dispute, { outcome, operator, note })
    if (!ended.ok) throw new Refusal(ENDED[ended.reason])
    if (outcome === 'lost')
      return 'Ended as lost. Nothing goes back, and nothing more is returned of it.\n'
    if (ended.refundId !== null) {
      return `The money is owed, and goes back now. Refund ${ended.refundId}.\n`
    }
    return `Ended as won. ${await owedAfterDispute(database, ended.paymentId)}`
  },
  async reconcile(database, { words: [, day = ''] }) {
    if (!isIsoDate(day)) throw new Refusal(USAGE)
    return await reconcile(database, gateway(), day)
  },
  async holidays(database, line) {
    const [, action, day = '', ...name] = line.words
    if (action !== undefined) {
      if (action !== 'add' || !isIsoDate(day) || name.length === 0) throw new Refusal(USAGE)
      const operator = neededOption(line, 'by', USAGE)
      await addHoliday(database, { day, name: name.join(' '), operator })
    }
    const known = await listHolidays(database)
    return known.map((holiday) => `${holiday.day}  ${holiday.name}\n`).join('')
  },
}

runCommand(async () => {
  const line = readCommandLine(process.argv.slice(2), {
    values: ['pence', 'by', 'reason', 'outcome'],
    flags: ['again'],
    usage: USAGE,
  })
  const command = chosenCommand(COMMANDS, line, USAGE)
  const access = {
    ...databaseEnv(operatorEnvironment()),
    lockTimeoutMs: OPERATOR_LOCK_TIMEOUT_MS,
  }
  return await onDatabase(access, async (database) => {
    const named = await checkBy(database, line)
    return await command(database, named)
  })
})
