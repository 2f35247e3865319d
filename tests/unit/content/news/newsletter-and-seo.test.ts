import { describe, expect, it } from 'vitest'
import { createEnquiry } from '#content/contract/enquiries.ts'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#content/contract/subscriptions.ts'
import { isSubscriptionComplete } from '#content/rules/newsletter.ts'
import { NEWSLETTER_TEXTS, newsletterError } from '#content/texts/newsletter.ts'
import { COMMON_REFUSALS } from '#core/contract/endpoint.ts'
import { formResult } from '#site/forms/form-result.ts'
import { canonicalOf, lastChanges, sitemap } from '#site/seo/sitemap.ts'
import { isMedicalPage, jsonLdText } from '#site/seo/structured-data.ts'

describe('the newsletter', () => {
  it('FORM-01 has the texts of the requirements', () => {
    expect(NEWSLETTER_TEXTS).toEqual({
      incomplete: 'Please provide both name and email.',
      network: 'An error occurred. Please try again.',
      success: 'Successfully subscribed to the newsletter!',
    })
    expect(newsletterError('No.')).toBe('Error: No.')
  })

  it('FORM-01 needs a name and an e-mail address that are not blank', () => {
    expect(isSubscriptionComplete('Ned', 'ned@example.org')).toBe(true)
    expect(isSubscriptionComplete(' ', 'ned@example.org')).toBe(false)
    expect(isSubscriptionComplete('\u200b', 'ned@example.org')).toBe(false)
    expect(isSubscriptionComplete('Ned', '')).toBe(false)
  })
})

describe('the result page of a form without JavaScript', () => {
  const endpoints = [createSubscription, confirmSubscription, cancelSubscription, createEnquiry]

  it.each(endpoints)('SITE-10 has a text for every outcome of $name', (endpoint) => {
    const form = endpoint.formResult ?? ''
    expect(formResult(form, 'ok')).toMatchObject({ isGood: true })
    for (const reason of [...Object.keys(endpoint.reasons), ...Object.keys(COMMON_REFUSALS)]) {
      expect(formResult(form, reason)).toMatchObject({ isGood: false })
    }
    expect(formResult(form, 'toString')?.text).toContain(NEWSLETTER_TEXTS.network)
  })

  it('SITE-10 shows the texts of the form', () => {
    expect(formResult('newsletter', 'ok')?.title).toBe(NEWSLETTER_TEXTS.success)
    expect(formResult('newsletter', 'subscription-incomplete')?.text).toContain(
      NEWSLETTER_TEXTS.incomplete,
    )
    expect(formResult('contact', 'ok')?.title).toBe(
      'Thank you for reaching out! We will get back to you soon.',
    )
    expect(formResult('contact', 'too-many-requests')?.text).toContain('Too many attempts')
  })

  it('SITE-10 shows nothing for an unknown form name in the URL', () => {
    for (const form of [null, '', 'toString', 'other'])
      expect(formResult(form, 'ok')).toBeUndefined()
  })
})

describe('data for search engines', () => {
  it('SITE-11 a text cannot close its script element', () => {
    const text = jsonLdText({ '@type': 'NewsArticle', headline: '</script><script>alert(1)' })
    expect(text).not.toContain('<')
    expect(JSON.parse(text)).toMatchObject({ headline: '</script><script>alert(1)' })
  })

  it('SITE-11 marks pages with health information', () => {
    expect(isMedicalPage('/information-hub/mens-health', 'halyard')).toBe(true)
    expect(isMedicalPage('/halyard-screening-event', 'halyard')).toBe(true)
    expect(isMedicalPage('/information-hub', 'halyard')).toBe(false)
    expect(isMedicalPage('/news', 'halyard')).toBe(false)
  })

  it('SITE-11 the sitemap has exactly the pages with a canonical URL', () => {
    const page = '<head><link rel="canonical" href="https://halyard.example/news"></head>'
    expect(canonicalOf(page)).toBe('https://halyard.example/news')
    expect(canonicalOf('<meta name="robots" content="noindex">')).toBeUndefined()
    expect(sitemap([{ url: 'https://halyard.example/news', changed: '2023-08-02' }])).toContain(
      '<url><loc>https://halyard.example/news</loc><lastmod>2023-08-02</lastmod></url>',
    )
    expect(sitemap([{ url: 'https://halyard.example/?a=1&b=2' }])).toContain(
      '<loc>https://halyard.example/?a=1&amp;b=2</loc>',
    )
  })

  it('SITE-11 a page was changed when the newest document that it shows was published', () => {
    const released = [
      { id: 'newsPage', path: '/news' },
      { id: 'old', path: '/news/old' },
      { id: 'new', path: '/news/new' },
      { id: 'hidden', path: '/news/hidden', because: 'scheduled' as const },
      { id: 'aboutPage', path: '/about-us' },
      { id: 'member', path: '/about-us' },
      { id: 'result-text' },
    ]
    const days = [11, 12, 13, 19, 15, 14, 20]
    const published = released.map(({ id }, index) => ({
      _id: id,
      _updatedAt: `2026-11-${days[index]}T10:00:00Z`,
    }))
    expect([...lastChanges(released, published)]).toEqual([
      ['/news', '2026-11-13'],
      ['/news/old', '2026-11-12'],
      ['/news/new', '2026-11-13'],
      ['/about-us', '2026-11-15'],
    ])
  })
})
