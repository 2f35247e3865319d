import { picture, type SourceDocument } from './markup.ts'

export const testimonials: SourceDocument[] = [
  {
    _id: 'testimonial-police',
    _type: 'testimonial',
    content:
      'We ran our first Halyard day at headquarters because a sergeant asked us to. He had lost his father to prostate cancer. We hoped for sixty officers and staff, and 142 came. Each man was in and out in ten minutes, between shifts, with no fuss. Eleven were asked to see their GP, and two of them have since been treated early. One told me that he would never have gone to a doctor, because he felt perfectly well. We now do this every year, and nobody has to ask for it any more.',
    name: 'Inspector Rhian Aldecott',
    role: 'Wellbeing lead, Ottermouth Police',
    stars: 5,
    image: picture('badge-police', 'A drawn badge with a lantern and a star, for a police force'),
  },
  {
    _id: 'testimonial-freemasons',
    _type: 'testimonial',
    content:
      'Our lodges have always looked after their own, but men of our age do not talk about this. When Halyard came to the Masonic hall, the talk beforehand did as much good as the test. A retired surgeon answered every question that we had been too shy to ask. Over two evenings 310 brethren and friends were tested. Twenty-four had a result that needed another look. One of them was our own Provincial Almoner, who had booked only to show the others how. He is well, and he tells everyone.',
    name: 'Bernard Ashcombe-Tully',
    role: 'Provincial Grand Charity Steward, Brackenfell Provincial Lodge',
    stars: 5,
    image: picture(
      'badge-freemasons',
      'A drawn badge with an arch between two columns, for a lodge',
    ),
  },
  {
    _id: 'testimonial-golf',
    _type: 'testimonial',
    content:
      'I booked the clubhouse for a morning and thought that we would be finished by eleven. We were still going at three. The team brought everything, knew what they were doing and put the nervous ones at ease. The results came by post and online within days, in plain words: green, amber or red. I had an amber and needed a second test three months later, which was normal. Knowing what it meant, and what came next, made all the difference. We have made it a fixture, the week before the captain’s prize.',
    name: 'Clive Rotherwick',
    role: 'Club captain, Fenwick Hollow Golf Club',
    stars: 5,
    image: picture('badge-golf', 'A drawn badge with a flag on a green, for a golf club'),
  },
]
