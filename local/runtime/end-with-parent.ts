/**
 * Preloaded (`node --import`) into programs of others, such as Astro: they exit when the process that started them
 * closes the IPC channel or exits.
 */
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
