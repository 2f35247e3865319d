import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeJson } from './json-file.ts'

/** Where everything of a running start can be reached; only what runs is named. */
export type Addresses = {
  site: string
  studio?: string
  lake?: string
  mail?: string
  paypal?: string
  auth?: string
  database?: string
}

export type SamplePatient = {
  email: string
  password: string
  profileId: number
  firstName: string
}

type StudioAccount = { email: string; password: string }

export type SampleAccounts = {
  patients: readonly SamplePatient[]
  staff: readonly { email: string; password: string; role: string }[]
  /** Who edits in the Studio, and who may only look. */
  studio?: StudioAccount & { viewer: StudioAccount }
}

const addressesFile = 'addresses.json'

/** The addresses stand in the file from the moment all is ready until the orderly end. */
export function writeAddresses(dataDir: string, addresses: Addresses): void {
  writeJson(join(dataDir, addressesFile), addresses)
}

export function removeAddresses(dataDir: string): void {
  rmSync(join(dataDir, addressesFile), { force: true })
}

export function writeSampleAccounts(dataDir: string, accounts: SampleAccounts): void {
  writeJson(join(dataDir, 'sample-accounts.json'), accounts, 0o600)
}
