import { telephoneHref } from '#core/rules/telephone.ts'

/** A telephone number as a link that dials it. */
export function Telephone({ number }: { number: string }) {
  return (
    <a className="nowrap" translate="no" href={telephoneHref(number)}>
      {number}
    </a>
  )
}
