import { type SourceDocument, text } from './markup.ts'

/** An example that has ended. */
export const banners: readonly SourceDocument[] = [
  {
    _id: 'banner-phones',
    _type: 'banner',
    title: 'Our phones are down today',
    body: text(
      'Please write to {E-mail for help with bookings}, or [book an event](/book-event-main) here.',
    ),
    publishAt: '2026-01-05T09:00:00.000Z',
    unpublishAt: '2026-01-05T17:00:00.000Z',
  },
]
