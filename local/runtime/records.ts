import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeJson } from './json-file.ts'

/** The URLs of a running start; only running services are listed. */
export type Addresses = {
  site: string
  studio?: string
  lake?: string
  mail?: string
  sms?: string
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

/** An account of staff that can sign in: `npm run staff -- code EMAIL` prints its code. */
export type SampleStaff = {
  role: string
  name: string
  email: string
  password: string
  totpSecret: string
}

/** The code that opens a private sample event. */
type SampleAccessCode = { event: string; code: string }

type StudioAccount = { email: string; password: string }

export type SampleAccounts = {
  patients: readonly SamplePatient[]
  staff: readonly SampleStaff[]
  accessCodes: readonly SampleAccessCode[]
  /** The Studio's editor, a second one, and a viewer. */
  studio?: StudioAccount & { second: StudioAccount; viewer: StudioAccount }
}

const addressesFile = 'addresses.json'

/** The file exists from the moment everything is ready until the orderly shutdown. */
export function writeAddresses(dataDir: string, addresses: Addresses): void {
  writeJson(join(dataDir, addressesFile), addresses)
}

export function removeAddresses(dataDir: string): void {
  rmSync(join(dataDir, addressesFile), { force: true })
}

/** The site's variables of the payment stand-in, for operators' commands; they are valid while `addresses.json` names it. */
export function writePaymentsEnv(dataDir: string, env: Readonly<Record<string, string>>): void {
  writeJson(join(dataDir, 'payments.json'), env, 0o600)
}

export function writeSampleAccounts(dataDir: string, accounts: SampleAccounts): void {
  writeJson(join(dataDir, 'sample-accounts.json'), accounts, 0o600)
}
