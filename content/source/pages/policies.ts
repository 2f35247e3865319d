import { box, type SourceDocument, text } from '../markup.ts'

type Policy = {
  id: string
  title: string
  description: string
  lastUpdated: string
  summary: string
  body: ReturnType<typeof text>
}

function policy({ id, title, description, lastUpdated, summary, body }: Policy): SourceDocument {
  return {
    _id: `policy-${id}`,
    _type: 'policy',
    title,
    slug: { _type: 'slug', current: id },
    description,
    lastUpdated,
    summary: text(summary),
    body,
  }
}

const privacy = policy({
  id: 'privacy-policy',
  title: 'Privacy Policy',
  description: 'What we know about you, why, who else sees it, and what you can ask of us.',
  lastUpdated: '2018-05-25',
  summary: `We ask only for what we need to test you safely and to tell you your result. We never sell it. Health details are seen
by those who look after you, and by nobody else. You can ask to see, correct or erase what we hold.`,
  body: text(`## How to read this notice

This notice has layers. The short version stands above. Each heading below gives the detail for one question, so that you
can read only what matters to you.

## Who we are

Halyard Men’s Health decides how your details are used: it is the “controller”. Write to our data protection officer at
[privacy@halyard.example](mailto:privacy@halyard.example), or to The Old Sail Loft, 4 Quayside Row, Saltmere, SX0 0HM.

## What we collect

- **From your account:** your name, date of birth, gender, ethnicity, occupation, telephone number, email and addresses, and your NHS number if you give it.
- **For your test:** your answers on earlier tests, your family’s health and your medicines, your consent, and your result.
- **For a payment:** what you paid, when, and a reference. We never see or keep your card number.
- **When you write to us:** your name, how to reach you, and what you wrote.
- **For the newsletter:** your name and email.
- **When you use the site:** the few cookies that our [Cookie Notice](/cookies) lists, and a short technical log. We do not track you.

## What we use it for, and by what right

- To book and carry out your test, and to tell you the result: because you ask us to, and for health care.
- To ask within 6 months how you are after an abnormal result: for health care.
- To count results for our statistics, without names: in the public interest.
- To send the newsletter: only with your consent, which you can take back at any time.
- To keep accounts and answer the law: because we must.

Health details are “special category” data. We use them only with your explicit consent and under a duty of confidence.

## Who else sees it

- **The laboratory** receives your name, date of birth and sample. For events run by some laboratories your NHS number is needed too.
- **Our suppliers** host the site, send our mail and take payments. They act on our orders only.
- **Your GP** is told only if you ask us to.
- **Your employer, club or lodge** never sees your result.

We do not send your details outside the United Kingdom and the European Economic Area without the protection that the law demands.

## How long we keep it

Results and consent: 8 years after your last test, as hospitals do. Bookings and payments: 6 years. Enquiries: 1 year.
Newsletter: until you stop it.

## Your rights

You can ask us for a copy of what we hold, to correct it, to erase it where the law allows, to stop using it, or to hand it
to somebody else. It costs nothing, and we answer within one month.

## Your right to complain

If we got something wrong, please tell us first. You can also complain to the Information Commissioner’s Office at any time.`),
})

const refund = policy({
  id: 'refund-policy',
  title: 'Refund Policy',
  description:
    'When you get your money back for a screening event or a self-test kit, and how to ask for it.',
  lastUpdated: '2026-11-26',
  summary: `Cancel or move your booking more than 2 business days before the event and you get all your money back, less what the
payment company charges. Later than that we cannot refund. Self-test kits are not refundable.`,
  body: text(
    `## Group screening events

- You may cancel or reschedule up to 2 business days before your appointment.
- With **more than 2 business days** to go, we refund 100% of the price, less payment-processing charges.
- **Within 2 business days** of the appointment there is no refund.
- After that you can still cancel or reschedule in your portal, until 48 hours before your appointment, but you get no money back.
- If we cancel an event, we refund everything.

Business days are Monday to Friday, without public holidays in England. Before you pay, and in your confirmation, we say until when you can
cancel your own booking and how much you get back. What else you agree to when you book is in the
[terms and conditions](/terms-and-conditions).

## Self-test kits

Self-test kits are not refundable once they have been sent. If a kit is damaged or incomplete, tell us within 14 days and we
send another.

## How refunds are paid

We refund within 14 business days of your request, by the same method with which you paid.

## How to cancel

The quickest way is in your portal, under Upcoming Events. It says what you get back before you confirm. You can also send us the form
below by email or post.`,
    box(
      'information',
      'Model cancellation form',
      `To: Halyard Men’s Health, The Old Sail Loft, 4 Quayside Row, Saltmere, SX0 0HM, {E-mail for help with bookings}

I hereby give notice that I cancel my booking for the following service:

Event, date and time:

Booked on:

Name of the person booked:

Address:

Signature (only if this form is sent on paper):

Date:`,
    ),
  ),
})

const accessibility = policy({
  id: 'accessibility',
  title: 'Accessibility Statement',
  description:
    'How we make this site usable for everybody, what does not work yet, and how to tell us.',
  lastUpdated: '2026-11-02',
  summary: `We want every man to be able to book a test here, whatever he sees, hears or holds. The site is built to meet the Web
Content Accessibility Guidelines 2.2 at level AA.`,
  body: text(`## What you should be able to do

- Zoom to 400% without losing anything.
- Use the whole site with a keyboard, with a screen reader or by voice.
- Read every page, and use its menus, with scripts switched off.
- Take your time. If a place is held for you, we tell you for how long.

## What we know does not work yet

- Some older news downloads are PDF files without tags. Ask us for the text.
- The map of events shows roads and coasts as a picture only. Its pins are buttons with names, and the list beside it holds the same events.
- The video of our talk has captions but no sign language.

## If something stops you

Call {Booking helpline}, or write to [access@halyard.example](mailto:access@halyard.example). We can book for you, read a page to you,
or send you large print. We answer within three working days.

If you are not happy with our answer, you can take it to the equality regulator.

## How we test

Before each release, programs check every kind of page: against the rules that a program can check, with a keyboard alone, on a
narrow screen, and with larger text. People who use a screen reader or voice control have not tested the site yet. When they
have, we will say here what they found.`),
})

const cookies = policy({
  id: 'cookies',
  title: 'Cookie Notice',
  description:
    'The few cookies this site uses: to keep you signed in and your account safe, and nothing else.',
  lastUpdated: '2026-11-02',
  summary:
    'We use only the cookies that the site cannot work without. We do not follow you, so we do not ask you to agree to it.',
  body: text(`## What we store on your device

- **A session cookie** keeps you signed in. It ends after 30 minutes without use, after 12 hours, or when you sign out.
- **A marker** tells the page that you are signed in, so that it shows Portal instead of Login. It holds the time at which your session ends.
- **A device cookie** remembers that you have signed in with this browser before, so that wrong passwords of strangers do not lock you out here. It holds no personal data and ends after 400 days.
- **An access cookie** remembers for seven days that you entered the code of a private event. It goes when you sign in.
- **A reset cookie** belongs to a code that you asked for because you forgot your password. It ends after an hour.
- **A preview cookie** is set only for our own editors, when they look at a draft.
- **A staff cookie** is set only for our own staff, when they sign in to their pages.
- **Your booking in progress** (chosen time and answers) stays in this tab until you finish or close it.
- **Your name and masked details** are kept for the greeting until you sign out.

## What we do not use

No advertising, no social media buttons, no visitor tracking.

When you pay by card, the payment company sets cookies of its own to prevent fraud. Its own notice tells you more.

## How to remove them

Sign out, or delete the cookies in your browser’s settings. You will then have to sign in again.`),
})

const terms = policy({
  id: 'terms-and-conditions',
  title: 'Terms and Conditions',
  description: 'What you and we agree when you book a screening appointment.',
  lastUpdated: '2026-11-26',
  summary: `Book for yourself, tell us what is true, and come on time or let us know. We test your blood carefully and give you the result here.`,
  body: text(`
## Your booking

- Screening is for people aged 40 to 80 with a prostate who are not being treated for prostate cancer.
- Each person needs an account with their own name and date of birth. You may help another person to book, but the answers must be theirs.
- Your place is booked when you have the confirmation by email. Registering alone is not a booking.
- You can change the time or cancel online until 48 hours before your appointment. What happens to a payment is in our [refund policy](/refund-policy).

## On the day

- Bring the name of your booking and come to the place and at the time that it states.
- We may decline a test if it would not be safe or useful for you. We then return your payment.
- We may have to move or cancel an event. We tell you by email, and you get another place or your money back.

## Your result

- A laboratory measures the PSA in your sample. The test does not say whether you have cancer, and a normal result cannot rule it out.
- You read your result on this website. If it needs attention, acting on it is your choice. Your GP can help you.
- If a sample is lost or cannot be measured, we offer you another test without charge.

## Your information

How we use it, who sees it and how to withdraw your consent is in our [privacy policy](/privacy-policy).

## If something goes wrong

Tell us at [hello@halyard.example](mailto:hello@halyard.example). We answer within ten working days. The law of England and Wales applies, and nothing here takes away rights that the law gives you.`),
})

export const policies = [privacy, refund, accessibility, cookies, terms]
