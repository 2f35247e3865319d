import { expect, it } from 'vitest'
import { londonDate } from '#core/rules/time.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { sealer } from '#tests/integration/results/lab-setup.ts'
import { resultPatients } from '../../../local/samples/people.ts'
import { sampleClinics } from '../../../local/samples/results.ts'
import { createClinic } from '../../../scripts/operator/sample-clinic.ts'
import { readClinics } from '../../../scripts/operator/sample-files.ts'

it('the past clinics of the samples pass every rule of attendance, laboratory files, judgement and release', async () => {
  const test = await testDatabase()
  const patients = []
  for (const { email, firstName, lastName, birthDate } of resultPatients) {
    const names = { first_name: firstName, last_name: lastName, birth_date: birthDate }
    patients.push({ email, profileId: await buildProfile(test.database, names) })
  }
  const site = { databaseUrl: test.url, databaseTls: {}, sealer }
  // As scripts/sample-results.ts reads them from a file.
  const clinics = JSON.stringify(sampleClinics(londonDate(new Date()), patients as never))
  for (const clinic of readClinics(clinics)) await createClinic(site, clinic)
  const { rows } = await test.database.query(
    'select state, count(*)::int as n from app.results group by 1 order by 1',
  )
  expect(rows).toEqual([
    { state: 'matched', n: 1 },
    { state: 'released', n: 8 },
    { state: 'superseded', n: 1 },
    { state: 'withdrawn', n: 1 },
  ])
  expect(await findViolations(test.database)).toEqual([])
  await test.close()
})
