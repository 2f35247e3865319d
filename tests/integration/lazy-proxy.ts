/** A proxy for an object that a hook makes later: each use of a property reads it then. So a setup function can return it when the file is read. */
export const lazyProxy = <Made extends object>(read: () => Made): Made =>
  new Proxy({} as Made, {
    get(_, name) {
      const made = read()
      const value: unknown = Reflect.get(made, name)
      // Methods of a class read its private fields.
      return typeof value === 'function' ? value.bind(made) : value
    },
  })
