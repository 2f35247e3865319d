import { signOut } from '#account/store/session.ts'
import { goTo } from '#core/store/navigation.ts'

/** 'Logout' (PORT-01): also clears what was typed in this tab, for the next user of this computer. Returns an error message, or undefined. */
export async function logOut(): Promise<string | undefined> {
  const outcome = await signOut()
  if (!outcome.ok) return outcome.text
  goTo('/login', { replace: true })
  return undefined
}
