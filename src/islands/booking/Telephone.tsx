/** A printed number that dials itself. */
export function Telephone({ number }: { number: string }) {
  const dialled = number.replace(/\(0\)/g, '').replace(/[^+\d]/g, '')
  return (
    <a className="nowrap" href={`tel:${dialled}`}>
      {number}
    </a>
  )
}
