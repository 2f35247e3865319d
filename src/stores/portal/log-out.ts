import { signOut } from '#stores/account/session.ts'
import { endJourney } from '#stores/booking/journey.ts'
import { goTo } from '#stores/navigation.ts'

/** 'Logout' (PORT-01): what was typed for a booking goes too, for the next man at this computer. Answers what went wrong, if anything. */
export async function logOut(): Promise<string | undefined> {
  const outcome = await signOut()
  if (!outcome.ok) return outcome.text
  endJourney()
  goTo('/login', { replace: true })
  return undefined
}
