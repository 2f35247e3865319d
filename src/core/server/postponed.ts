/** A job must not do its work at this time of day; it runs again after `seconds`. */
export class PostponedError extends Error {
  readonly seconds: number
  constructor(until: Date, now: Date) {
    super('The job waits for its time.')
    this.name = 'PostponedError'
    this.seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  }
}
