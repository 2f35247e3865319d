import { beforeEach, expect, it, vi } from 'vitest'
import { Message } from '#booking/island/Message.tsx'
import type { BookingMessage } from '#booking/store/messages.ts'

/** React's two hooks of the message, for one mounted component: an effect runs when one of its dependencies changed. */
const mounted = vi.hoisted(() => ({
  focus: 0,
  dependencies: undefined as readonly unknown[] | undefined,
}))

vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<typeof import('react')>()),
  useRef: () => ({
    current: {
      focus() {
        mounted.focus += 1
      },
    },
  }),
  useEffect(effect: () => void, dependencies: readonly unknown[]) {
    const before = mounted.dependencies
    mounted.dependencies = dependencies
    if (dependencies.some((one, at) => before?.[at] !== one) || before === undefined) effect()
  },
}))

beforeEach(() => {
  mounted.focus = 0
  mounted.dependencies = undefined
})

const show = (message: BookingMessage) =>
  Message({ message, contact: { bookingPhone: '01632 960 117', supportEmail: 'a@example.org' } })

it('BOOK-06 a message takes the focus when it appears, and a new one in its place does too', () => {
  show({ title: 'You chose another time', text: 'One.' })
  expect(mounted.focus).toBe(1)
  show({ title: 'You chose another time', text: 'Two.' })
  expect(mounted.focus).toBe(2)
  show({ title: 'Your place is no longer kept', text: 'Two.' })
  expect(mounted.focus).toBe(3)
})

it('BOOK-06 the same message rendered again leaves the focus where it is', () => {
  show({ title: 'Fully Booked', text: 'One.' })
  show({ title: 'Fully Booked', text: 'One.' })
  expect(mounted.focus).toBe(1)
})
