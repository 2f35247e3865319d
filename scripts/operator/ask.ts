import { createInterface } from 'node:readline'
import { Refusal } from './command-line.ts'

/** Requests one line about a person. An argument could be read by every user of the machine, and stays in the shell's history. */
export type Ask = (what: string) => Promise<string>

/**
 * Reads the first line of standard input; at a terminal after a prompt.
 * @throws Refusal when it is empty.
 */
export const ask: Ask = async (what) => {
  if (process.stdin.isTTY) process.stderr.write(`${what}: `)
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) {
      if (line.trim() === '') break
      return line.trim()
    }
  } finally {
    lines.close()
    process.stdin.destroy()
  }
  throw new Refusal(`${what}: type it when asked, or give it on standard input.`)
}
