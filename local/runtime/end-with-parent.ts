/**
 * Preloaded (`node --import`) into programs that know nothing of us, such as Astro's: they end with the
 * process that started them, when it asks (by closing the channel) or dies.
 */
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
