/** A number with its word: `countOf(1, 'row')` is '1 row', `countOf(2, 'row waits', 'rows wait')` is '2 rows wait'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
