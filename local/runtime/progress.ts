export type Progress = {
  /** One line with the time since the start. */
  say: (text: string) => void
  /** Plain text. */
  print: (text: string) => void
}

/** Tells whoever waits at the terminal what is going on. */
export function openProgress(output: NodeJS.WritableStream): Progress {
  const began = performance.now()
  // The terminal may be gone before we are.
  output.on('error', () => undefined)
  return {
    say(text) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5)
      output.write(`${seconds} s  ${text}\n`)
    },
    print: (text) => void output.write(`${text}\n`),
  }
}
