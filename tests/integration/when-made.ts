/** Stands for what a hook makes later: each use reads that. So a setup function can answer it when the file is read. */
export const whenMade = <Made extends object>(read: () => Made): Made =>
  new Proxy({} as Made, { get: (_, name) => Reflect.get(read(), name) })
