/**
 * Preloaded (`node --import`) into third-party programs such as Astro: they exit when the process that started them
 * closes the IPC channel or exits.
 */
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
