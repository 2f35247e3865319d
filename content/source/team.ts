import { picture, type SourceDocument } from './markup.ts'

type Group = 'executive' | 'trustee' | 'patron'

function member(id: string, name: string, title: string, group: Group): SourceDocument {
  const image =
    group === 'executive' ? { image: picture(`portrait-${id}`, `Portrait of ${name}`) } : {}
  return { _id: `team-${id}`, _type: 'teamMember', name, title, group, ...image }
}

export const executiveTeam = [
  member('osei-bright', 'Margaret Osei-Bright', 'Chief Executive', 'executive'),
  member('tressider', 'Callum Tressider', 'Head of Screening', 'executive'),
  member('nandakumar', 'Priya Nandakumar-Hale', 'Head of Fundraising', 'executive'),
  member('farrimond', 'Louise Farrimond-Quaye', 'Community and Volunteers', 'executive'),
  member('abernethy', 'Tom Abernethy-Rowe', 'Bookings and Operations', 'executive'),
  member('penhallick', 'Denise Penhallick', 'Lead Nurse', 'executive'),
]

export const trustees = [
  member(
    'pellow',
    'Mr Edmund Pellow',
    'Founder and President, retired consultant urologist',
    'trustee',
  ),
  member('oyelaran', 'Janet Oyelaran-Wood', 'Chair of Trustees', 'trustee'),
  member('thackeray', 'Philip Thackeray-Munn', 'Treasurer', 'trustee'),
  member('halloran', 'Dr Ngozi Halloran-Ade', 'Clinical Advisor, general practice', 'trustee'),
  member(
    'saldanha',
    'Mr Vikram Saldanha-Pike',
    'Clinical Advisor, consultant urologist',
    'trustee',
  ),
  member(
    'castellane',
    'Professor Ruth Castellane-Moor',
    'Clinical Advisor, public health',
    'trustee',
  ),
  member(
    'baptiste',
    'Winston Baptiste-Lowe',
    'Trustee, treated for prostate cancer in 2014',
    'trustee',
  ),
  member('carrowmore', 'Hugh Carrowmore', 'Trustee, freemasons’ liaison', 'trustee'),
]

export const patrons = [
  member('stonnington', 'Dame Averil Stonnington', 'Patron since 2006', 'patron'),
  member('marchbanks', 'Sir Leopold Marchbanks-Ife', 'Patron since 2011', 'patron'),
  member(
    'akintola',
    'Denzil Akintola-Reeve',
    'Patron since 2019, former county cricketer',
    'patron',
  ),
]
