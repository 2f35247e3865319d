import {
  INVITATION_DAYS,
  LAKE_INVITATION_PATH,
  LAKE_SIGN_IN_PATH,
} from '../../../shared/stand-in-lake.ts'
import { spelledCountOf } from '../../../src/domain/texts/count.ts'
import { escapeHtml } from '../../../src/domain/texts/escape-html.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from '../staff-changes.ts'
import type { Person } from '../staff-file.ts'
import { head } from './sign-in.ts'

/** The form on which an invited user sets a password. `person` is undefined when the invitation is not valid. */
export function invitationPage(secret: string, person: Person | undefined, problem = ''): string {
  if (!person)
    return `${head('Error: Invitation')}
<main>
<h1>This invitation cannot be used</h1>
<p>It was used, is older than ${spelledCountOf(INVITATION_DAYS, 'day')}, or a newer one was made. Ask the person who invited you for a new link, or <a href="${LAKE_SIGN_IN_PATH}">sign in</a>.</p>
</main>
`
  const error = problem === '' ? '' : `<p id="problem" role="alert">${escapeHtml(problem)}</p>`
  const invalid = problem === '' ? '' : ' aria-describedby="problem" aria-invalid="true"'
  return `${head(problem === '' ? 'Choose a password' : 'Error: Choose a password')}
<main>
<h1>Choose a password</h1>
<p>Welcome, ${escapeHtml(person.name)}. You can edit the website as ${escapeHtml(person.role)}, with this account:</p>
${error}
<form method="post" action="${LAKE_INVITATION_PATH}">
<input type="hidden" name="secret" value="${escapeHtml(secret)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" readonly value="${escapeHtml(person.email)}">
<label for="password">Password, at least ${MIN_PASSWORD} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD}" maxlength="${MAX_PASSWORD}"${invalid}>
<button>Save and open the Studio</button>
</form>
</main>
`
}
