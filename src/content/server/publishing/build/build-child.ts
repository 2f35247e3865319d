/**
 * Preloaded (`node --import`) into the build that the server starts. The build leads a process group: when the server
 * closes the channel or dies, the whole group is killed.
 */
process.once('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit(1)
  }
})
process.channel?.unref()
