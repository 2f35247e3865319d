import type { SourceDocument } from './markup.ts'

export const siteSettings: SourceDocument = {
  _id: 'siteSettings',
  _type: 'siteSettings',
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  tagline: 'A simple blood test, close to home, for every man who should have one.',
  charityNumber: '0000000',
  homeTitle: 'Halyard Men’s Health: PSA screening events near you',
  homeDescription:
    'Halyard Men’s Health brings prostate (PSA) blood tests to clubs, lodges and workplaces for men aged 40 to 80. Find an event near you and book a time.',
  poweredBy: 'Tidewater Health',
  donateUrl: 'https://donate.halyard.example/give',
  supporterUrl: 'https://donate.halyard.example/become-a-supporter',
  bookingPhone: '01632 960 117',
  helplineHours: 'Monday to Friday, 9 am to 5 pm',
  enquiriesPhone: '020 7946 0182',
  medicalPhone: '01632 960 145',
  medicalHours: 'Tuesday and Thursday, 10 am to noon',
  email: 'hello@halyard.example',
  supportEmail: 'bookings@halyard.example',
  address: ['Halyard Men’s Health', 'The Old Sail Loft', '4 Quayside Row', 'Saltmere', 'SX0 0HM'],
  newsletter: {
    heading: 'Hear where we are going next',
    text: 'New screening dates, stories and news about men’s health, about once a month. You can stop it at any time.',
  },
  notice: {
    title: 'Important information',
    points: [
      'Please register first: create an account before you book a time.',
      'Registering alone is not a booking. You still have to choose an event and a time.',
      'Your booking is complete when you receive a confirmation email.',
      'Use your full first names, as they are written on your passport or birth certificate.',
      'If you give an NHS number, it must be correct and have 10 digits.',
      'Do you need help? Write to {E-mail for help with bookings} or call {Booking helpline}.',
    ],
  },
  preparationAdvice: [
    'You do not need to fast. Please eat and drink as usual on the day.',
    'For two days before your appointment, please do not cycle or do other hard exercise.',
    'If you have an infection or feel unwell, please call us: it is better to come another day.',
    'Please wear a top with sleeves that roll up easily.',
  ],
  paymentCharge: { percent: 1.4, pence: 20 },
  cancellationPolicy: [
    'If you cancel with more than 48 hours’ notice, there is no fee.',
    'If you cancel on the day, or do not come, the full amount is charged.',
  ],
}
