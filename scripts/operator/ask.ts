import { createInterface } from 'node:readline'
import { type CommandLine, Refusal } from './command-line.ts'

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

/**
 * The address of a person.
 * @throws Refusal when it was given as an argument.
 */
export async function askAddress(ask: Ask, { words: [, argument] }: CommandLine): Promise<string> {
  if (argument !== undefined) {
    throw new Refusal(
      'Leave the e-mail address out: other users of the machine can read arguments. Type it when asked, or give it on standard input.',
    )
  }
  return await ask('E-mail address')
}
