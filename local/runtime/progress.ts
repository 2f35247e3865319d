export type Progress = {
  /** Prints a line with the time since the start. */
  step: (text: string) => void
  /** Prints plain text. */
  print: (text: string) => void
  /** Suppresses `step` from now on: steps that finish during shutdown are not reported. */
  mute: () => void
}

/** Reports the progress of a start on the terminal. */
export function openProgress(output: NodeJS.WritableStream): Progress {
  const began = performance.now()
  let muted = false
  // The terminal may be closed before this process ends.
  output.on('error', () => undefined)
  return {
    step(text) {
      if (muted) return
      const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5)
      output.write(`${seconds} s  ${text}\n`)
    },
    print: (text) => void output.write(`${text}\n`),
    mute() {
      muted = true
    },
  }
}
