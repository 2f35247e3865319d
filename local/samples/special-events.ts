import { type SampleEvent, TEA_AND_COFFEE } from './sample-event.ts'

/** One event of each kind that pages show differently. */
export const specialEvents: readonly SampleEvent[] = [
  {
    ref: 'full',
    name: 'Shrewsbury Village Clinic',
    about: 'A small clinic of one hour.',
    audience: 'community',
    inDays: 24,
    hours: { from: '10:00', to: '11:00', slot: 30 },
    places: { total: 4, perSlot: 2 },
    where: {
      venue: 'Severnside Village Hall',
      street: 'Pound Lane',
      town: 'Shrewsbury',
      county: 'Shropshire',
      postcode: 'SY1 1ZZ',
      at: [52.7077, -2.7541],
    },
  },
  {
    ref: 'esneft',
    name: 'Colchester Garrison Town Clinic',
    about: 'Samples go to the laboratory of ESNEFT, which needs your NHS number.',
    audience: 'community',
    inDays: 27,
    hours: { from: '09:00', to: '13:00', slot: 10 },
    places: { total: 48, perSlot: 2 },
    where: {
      venue: 'Roman Circus Rooms',
      street: '9 Butt Field Road',
      town: 'Colchester',
      county: 'Essex',
      postcode: 'CO1 1ZZ',
      at: [51.8959, 0.8919],
    },
    lab: 'ESNEFT',
    venue: {
      step_free_access:
        'Level from the street to the hall and the toilets; a ramp at the side door.',
      parking:
        'Two spaces for blue badges in front of the house; car park at Butt Field, 3 minutes.',
      hearing_loop: 'In the hall.',
      toilets: 'Accessible toilet beside the entrance.',
      how_to_get_there:
        'Colchester Town station is 5 minutes on foot.\nBuses 1, 8 and 65 stop at Southway.\nBy bicycle: stands in the yard.',
      what_to_bring: 'Please bring a letter or the app that shows your NHS number.',
    },
  },
  {
    ref: 'paid',
    name: 'Leeds City Clinic',
    about: 'A fee covers the laboratory.',
    audience: 'community',
    inDays: 31,
    hours: { from: '08:30', to: '12:30', slot: 10 },
    places: { total: 40, perSlot: 2 },
    where: {
      venue: 'Granary Wharf Studio',
      street: '2 Calls Passage',
      town: 'Leeds',
      county: 'West Yorkshire',
      postcode: 'LS1 4ZZ',
      at: [53.7965, -1.5478],
    },
    price: 2000,
    paid: true,
  },
  {
    ref: 'private',
    name: 'Bristol Lodge Members Evening',
    about: 'For members, with the code from your lodge secretary.',
    audience: 'freemasons',
    inDays: 36,
    hours: { from: '18:30', to: '21:00', slot: 15 },
    places: { total: 20, perSlot: 2 },
    where: {
      venue: 'Floating Harbour Temple',
      street: '6 Narrow Quay Court',
      town: 'Bristol',
      county: 'Bristol',
      postcode: 'BS1 5ZZ',
      at: [51.4545, -2.5879],
    },
    accessCode: 'LODGE-2041',
  },
  {
    ref: 'corporate',
    name: 'Midland Gear Works Staff Day',
    about: 'For staff of the works, paid for at a price their firm has agreed.',
    audience: 'corporate',
    inDays: 40,
    hours: { from: '07:00', to: '15:00', slot: 10 },
    places: { total: 90, perSlot: 2 },
    where: {
      venue: 'Midland Gear Works',
      street: 'Foundry Yard',
      town: 'Birmingham',
      county: 'West Midlands',
      postcode: 'B4 6ZZ',
      at: [52.4797, -1.9027],
    },
    paid: true,
    accessCode: 'GEARS-7310',
    exclusiveFor: 'CORPORATE',
  },
  {
    ref: 'draft',
    name: 'Norwich Riverside Evening',
    about: 'A first evening in Norwich, not announced yet.',
    audience: 'community',
    inDays: 50,
    hours: { from: '18:00', to: '21:00', slot: 10 },
    places: { total: 72, perSlot: 4 },
    where: {
      venue: 'Wensum Rowing Hall',
      street: '3 Quayside Steps',
      town: 'Norwich',
      county: 'Norfolk',
      postcode: 'NR1 1ZZ',
      at: [52.6309, 1.2974],
    },
    isDraft: true,
  },
]

/** The codes of the private events, for sample-accounts.json. */
export const sampleAccessCodes = specialEvents.flatMap(({ name, accessCode }) =>
  accessCode === undefined ? [] : [{ event: name, code: accessCode }],
)

/** The event whose booking closes next. Its date is computed from the cut-off rule, `inDays` is not used. */
export const closingEvent: SampleEvent = {
  ref: 'closing',
  name: 'Guildford Morning Clinic',
  about: TEA_AND_COFFEE,
  audience: 'community',
  inDays: 0,
  hours: { from: '09:00', to: '13:00', slot: 10 },
  places: { total: 24, perSlot: 1 },
  where: {
    venue: 'Weyside Rooms',
    street: '14 Friary Passage',
    town: 'Guildford',
    county: 'Surrey',
    postcode: 'GU1 3ZZ',
    at: [51.2362, -0.5704],
  },
}

/** Sample patients take all its places. */
export const FULL_EVENT = 'full'
