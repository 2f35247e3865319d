/**
 * The fields of an event's form in the order of the page, by the columns of the import: their labels, and how faults name them.
 */
export const EVENT_FIELD_NAMES = {
  event_name: 'Name',
  event_date: 'Day',
  start_time: 'Start',
  end_time: 'End',
  session_duration: 'Minutes for each patient',
  places_per_slot: 'People who take blood at the same time',
  total_spaces: 'Places',
  walk_in_places: 'Places without an appointment',
  address_line_1: 'Venue',
  address_line_2: 'Street',
  city: 'Town',
  state: 'County',
  postcode: 'Postcode',
  country: 'Country',
  latitude: 'Latitude',
  longitude: 'Longitude',
  audience: 'Audience',
  exclusive_for: 'Exclusive for',
  is_private: 'Private event',
  access_code: 'Access code',
  payment_required: 'Payment',
  price: 'Price of this event',
  product_name: 'Product',
  product_price: 'Price of the product',
  lab_name: 'Laboratory',
  contact_email: 'Email address for questions',
  event_description: 'Description',
  step_free_access: 'Step-free access',
  parking: 'Parking',
  hearing_loop: 'Hearing loop',
  toilets: 'Toilets',
  how_to_get_there: 'How to get there',
  what_to_bring: 'What to bring',
  external_ref: 'Reference',
  price_pence: 'Price of this event in pence',
  product_price_pence: 'Price of the product in pence',
} as const

/** Asked in the form, because an event with more places than its times have cannot be booked up. */
export const PEOPLE_QUESTION = 'How many people take blood at the same time?'

export const EVENT_LIST_NAMES = {
  upcoming: 'Upcoming',
  drafts: 'Drafts',
  past: 'Past',
  cancelled: 'Cancelled',
} as const
