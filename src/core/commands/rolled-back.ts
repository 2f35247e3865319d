/** Thrown to roll the transaction back; carries the outcome. */
export class RolledBack<Outcome> extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('The transaction was rolled back.')
    this.name = 'RolledBack'
    this.outcome = outcome
  }
}
