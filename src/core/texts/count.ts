/** A number with its word: `countOf(1, 'row')` is '1 row', `countOf(2, 'row waits', 'rows wait')` is '2 rows wait'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const IN_WORDS = 'zero one two three four five six seven eight nine ten'.split(' ')

/** The same with the number in words up to ten: `spelledCountOf(7, 'day')` is 'seven days', `spelledCountOf(12, 'hour')` is '12 hours'. */
export const spelledCountOf = (count: number, one: string, many = `${one}s`): string =>
  `${IN_WORDS[count] ?? count} ${count === 1 ? one : many}`
