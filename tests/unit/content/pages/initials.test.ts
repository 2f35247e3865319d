import { expect, it } from 'vitest'
import { initialsOf } from '#content/read/about.ts'

it.each([
  ['Anna Beech', 'AB'],
  ['Dr Anna de Beer', 'AB'],
  ['Prof. élodie', 'É'],
  ['  ', ''],
])('ABOUT-02 the initials in place of a portrait of %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
