/** The provider of the accounts (AUTH-09). */
export function PoweredBy({ name }: { name: string }) {
  return <p className="powered-by">Powered by {name}</p>
}
