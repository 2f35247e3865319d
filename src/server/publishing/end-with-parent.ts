/**
 * Preloaded (`node --import`) into the build that a site starts: it ends with the site, when it asks (by closing the
 * channel) or dies, and takes its own helpers with it. It leads a process group of its own.
 */
process.once('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit(1)
  }
})
process.channel?.unref()
