/** A program that is ready and ends at once. */
process.stdout.write('a brief life\n')
process.send?.({ ready: true }, () => process.exit(3))
