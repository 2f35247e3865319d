export type Progress = {
  /** One line with the time since the start. */
  say: (text: string) => void
  /** Plain text. */
  print: (text: string) => void
  /** From now on steps that still come to an end are not told of. */
  hush: () => void
}

/** Tells whoever waits at the terminal what is going on. */
export function openProgress(output: NodeJS.WritableStream): Progress {
  const began = performance.now()
  let hushed = false
  // The terminal may be gone before we are.
  output.on('error', () => undefined)
  return {
    say(text) {
      if (hushed) return
      const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5)
      output.write(`${seconds} s  ${text}\n`)
    },
    print: (text) => void output.write(`${text}\n`),
    hush() {
      hushed = true
    },
  }
}
