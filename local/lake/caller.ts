/** An authenticated client, in the shape of `users/me`. */
export type Caller = { id: string; name: string; email: string; role: string }
