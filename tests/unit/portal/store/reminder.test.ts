import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openLink } from '#tests/unit/account/store/open-link.ts'

beforeEach(() => vi.resetModules())
const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_'
const UPCOMING = {
  state: 'upcoming',
  starts_at: '2027-06-16T08:00:00.000Z',
  changeable_until: '2027-06-14T08:00:00.000Z',
  may_change: true,
  confirmed_at: null,
}
const CONFIRMED = { ...UPCOMING, confirmed_at: '2027-06-10T08:00:00.000Z' }

async function open(link: string) {
  const browser = openLink(`/appointment-reminder${link}`)
  browser.answers('POST /reminders/read', UPCOMING)
  browser.answers('POST /reminders/confirm', CONFIRMED)
  const store = await import('#booking/store/reminder.ts')
  await store.openReminderLink()
  return { browser, store }
}

describe('/appointment-reminder', () => {
  it('REM-01 opening the link confirms nothing; the button does, once', async () => {
    const { browser, store } = await open(`?token=${TOKEN}`)
    expect(browser.asked()).toEqual(['POST /reminders/read'])
    expect(store.$reminder.get()).toEqual({ step: 'read', appointment: UPCOMING, sending: false })
    await Promise.all([store.sayIWillCome(), store.sayIWillCome()])
    expect(browser.asked()).toEqual(['POST /reminders/read', 'POST /reminders/confirm'])
    expect(store.$reminder.get()).toEqual({ step: 'read', appointment: CONFIRMED, sending: false })
    expect(browser.sent.map(({ path }) => path).join()).not.toContain(TOKEN)
  })

  it('REM-01 an incomplete link asks nobody', async () => {
    const { browser, store } = await open('#main')
    expect(store.$reminder.get()).toEqual({ step: 'no-token' })
    expect(browser.asked()).toEqual([])
  })

  it('REM-01 an answer that is not saved says why and can be given again', async () => {
    const { browser, store } = await open(`?token=${TOKEN}`)
    browser.isSilentOn('POST /reminders/confirm')
    await store.sayIWillCome()
    expect(store.$reminder.get()).toMatchObject({
      step: 'read',
      sending: false,
      failure: expect.any(String),
    })
    browser.answers('POST /reminders/confirm', CONFIRMED)
    await store.sayIWillCome()
    expect(store.$reminder.get()).toEqual({ step: 'read', appointment: CONFIRMED, sending: false })
  })

  it('REM-01 an appointment that was cancelled meanwhile is shown as it is', async () => {
    const { browser, store } = await open(`?token=${TOKEN}`)
    browser.answers('POST /reminders/confirm', { status: 409, reason: 'not-upcoming', error: 'x' })
    browser.answers('POST /reminders/read', { ...UPCOMING, state: 'cancelled' })
    await store.sayIWillCome()
    expect(store.$reminder.get()).toMatchObject({ appointment: { state: 'cancelled' } })
  })

  it('REM-01 an unknown link cannot be tried again, a missing answer can', async () => {
    const { browser, store } = await open(`?token=${TOKEN}`)
    browser.isSilentOn('POST /reminders/read')
    await store.readAgain()
    expect(store.$reminder.get().step).toBe('unread')
    browser.answers('POST /reminders/read', { status: 404, reason: 'link-invalid', error: 'Gone.' })
    await store.readAgain()
    expect(store.$reminder.get()).toEqual({ step: 'invalid', text: 'Gone.' })
  })
})
