/** What is wrong with a code of the authenticator app. */
export const CODE_FAULTS = {
  missing: 'Enter the six digits that your authenticator app shows.',
  'wrong-code': 'This code is wrong. Enter the six digits that your authenticator app shows now.',
  'used-code': 'This code was used already. Wait for the next one: it comes within 30 seconds.',
  locked:
    'The code was wrong five times. Wait 15 minutes, then try again. The administrators are informed.',
  'no-factor': 'Your authenticator app was removed. Sign out, sign in and set it up again.',
} as const
