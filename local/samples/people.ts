import type { IsoDate } from '../../src/core/rules/time.ts'

/** An invented patient. */
export type Person = {
  email: string
  firstName: string
  lastName: string
  birthDate: IsoDate
  phone: string
  address: string
  occupation: string
  nhsNumber?: string
}

/** Patients without an appointment, who can book. */
export const samplePatients: readonly Person[] = [
  person('Samuel', 'Harper', '1961-04-12', 1),
  person('Derek', 'Mills', '1968-11-03', 2),
  person('Owen', 'Price', '1972-07-25', 3),
  person('Frank', 'Dalton', '1955-01-30', 4),
]

/** Patients with samples and results over three years (`results.ts`); they can book too. */
export const resultPatients: readonly Person[] = [
  person('Arthur', 'Bellamy', '1962-03-09', 21),
  person('Henry', 'Colwell', '1958-06-17', 22),
  person('Leonard', 'Drake', '1966-10-02', 23),
  person('Martin', "O'Dell", '1960-12-21', 24),
]

const fillerNames = [
  ['Alan', 'Webb', '1963-02-14'],
  ['Colin', 'Marsh', '1966-09-08'],
  ['Peter', 'Hobbs', '1959-12-19'],
  ['Roy', 'Tanner', '1970-05-27'],
] as const

/** The patients who fill one event of a set. Each set needs its own, because a patient has at most one appointment. */
export function fillers(day: IsoDate): Person[] {
  return fillerNames.map(([first, last, birthDate], index) => {
    const { nhsNumber: _none, ...rest } = person(first, last, birthDate, 10 + index)
    return { ...rest, email: rest.email.replace('@', `.${day}@`) }
  })
}

function person(firstName: string, lastName: string, birthDate: IsoDate, index: number): Person {
  return {
    email: `${firstName}.${lastName.replace("'", '')}@example.test`.toLowerCase(),
    firstName,
    lastName,
    birthDate,
    // Ofcom's range for drama.
    phone: `01632 9600${String(index).padStart(2, '0')}`,
    address: `${index} Mast Street, Ipswich, IP4 1ZZ, United Kingdom`,
    occupation: 'Joiner',
    nhsNumber: testNhsNumber(index),
  }
}

/** The index-th NHS number with a valid check digit (Modulus 11) in the range 999, which is never issued. */
export function testNhsNumber(index: number): string {
  let left = index
  for (let serial = 1; ; serial += 1) {
    const digits = `999${String(serial).padStart(6, '0')}`
    const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
    const check = (11 - (sum % 11)) % 11
    if (check !== 10) left -= 1
    if (check !== 10 && left === 0) return `${digits}${check}`
  }
}
