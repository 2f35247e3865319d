/** A route of the specification whose page comes later. Its row goes when its page arrives. */
export type ClosedRoute = { path: string; title: string; noindex?: boolean }

export const CLOSED_ROUTES: readonly ClosedRoute[] = [
  { path: 'reset-password', title: 'Reset your password', noindex: true },
  { path: 'portal', title: 'Your portal', noindex: true },
  { path: 'medical-results', title: 'Medical results', noindex: true },
  { path: 'check-nhs-number', title: 'Check your NHS number', noindex: true },
  { path: 'checkout', title: 'Checkout', noindex: true },
  { path: 'test-consent', title: 'Consent to PSA testing', noindex: true },
]
