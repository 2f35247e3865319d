import type { ReactNode } from 'react'

/** A choice: its value, shown as it is, or a value with words of its own. */
export type Option = string | { value: string; label: string; hint?: ReactNode }

export const optionOf = (option: Option): { value: string; label: string; hint?: ReactNode } =>
  typeof option === 'string' ? { value: option, label: option } : option

/** The first control of a group carries the field's own name as its id: the error summary links to it. */
export const choiceId = (name: string, index: number): string =>
  index === 0 ? name : `${name}-${index + 1}`
