import type { ReactNode } from 'react'

/** A choice: a value that is also its label, or a value with a label. */
export type Option = string | { value: string; label: string; hint?: ReactNode }

export const optionOf = (option: Option): { value: string; label: string; hint?: ReactNode } =>
  typeof option === 'string' ? { value: option, label: option } : option

/** The id of a choice. The first one has the field's name, because the error summary links to it. */
export const choiceId = (name: string, index: number): string =>
  index === 0 ? name : `${name}-${index + 1}`
