/** A route of the specification whose page comes later. Its row goes when its page arrives. */
export type ClosedRoute = { path: string; title: string; noindex?: boolean }

/** `/{product}-screening-event` carries the charity's own product name. */
export function closedRoutes(product: string, productSlug: string): ClosedRoute[] {
  return [
    { path: 'reset-password', title: 'Reset your password', noindex: true },
    { path: 'portal', title: 'Your portal', noindex: true },
    { path: 'medical-results', title: 'Medical results', noindex: true },
    { path: 'check-nhs-number', title: 'Check your NHS number', noindex: true },
    { path: 'checkout', title: 'Checkout', noindex: true },
    { path: 'test-consent', title: 'Consent to PSA testing', noindex: true },
    { path: 'about-us', title: `About ${product}` },
    { path: 'about-us/research', title: 'Research' },
    { path: 'support-us', title: 'Support us' },
    { path: 'information-hub', title: 'Information hub' },
    {
      path: 'information-hub/prostate-diseases-and-prostate-cancer',
      title: 'Prostate disease and cancer',
    },
    { path: 'information-hub/mens-health', title: "Men's health" },
    { path: 'information-hub/health-workplace', title: 'Health in the workplace' },
    { path: 'information-hub/statistics', title: 'Screening statistics' },
    { path: 'information-hub/elderly-psa-testing', title: 'PSA testing over 80' },
    { path: 'events', title: 'Events' },
    { path: 'events/community-screening', title: 'Community screening' },
    { path: 'events/corporate-screening', title: 'Corporate screening' },
    { path: 'events/seminar-talks', title: 'Seminars and talks' },
    { path: 'news', title: 'News and patient journey' },
    { path: 'refund-policy', title: 'Refund policy' },
    { path: 'privacy-policy', title: 'Privacy policy' },
    { path: `${productSlug}-screening-event`, title: `${product} screening events` },
    { path: 'world-cancer-day-poster', title: 'World Cancer Day poster' },
  ]
}
