import { listInfoArticles } from '#content/read/info-articles.ts'
import { listNews } from '#content/read/news.ts'
import { listOtherPages } from '#content/read/pages.ts'
import { listOtherPolicies } from '#content/read/policies.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { listStories } from '#content/read/stories.ts'
import type { ContentPage } from '#content/rules/content-page.ts'
import { newsPages } from '#content/rules/news.ts'
import { monthPages } from '#pages/_news-months.ts'

/**
 * The props of a content page, as its `getStaticPaths` would give them for this address; undefined for an unknown
 * address.
 */
export async function propsOf(asked: ContentPage): Promise<object | undefined> {
  switch (asked.page) {
    case 'fixed':
      return {}
    case 'explainer':
      return (await getSiteSettings()).productSlug === asked.product ? {} : undefined
    case 'info-article': {
      const article = bySlug(await listInfoArticles(), asked.slug)
      return article && { article }
    }
    case 'news-entry': {
      const entry = bySlug(await listNews(), asked.slug)
      return entry && { entry }
    }
    case 'story': {
      const story = bySlug(await listStories(), asked.slug)
      return story && { story }
    }
    case 'own': {
      const page = (await listOtherPages()).find(({ path }) => path === asked.path)
      if (page !== undefined) return { page }
      const policy = bySlug(await listOtherPolicies(), asked.path.slice(1))
      return policy && { policy }
    }
    case 'news-list': {
      // The first page is /news.
      const further = newsPages(await listNews()).slice(1)
      const slice = further.find(({ page }) => page === asked.number)
      return slice && { slice }
    }
    case 'news-month': {
      const { month, number } = asked
      const pages = monthPages(await listNews())
      return pages.find((one) => one.month === month && one.slice.page === number)
    }
  }
}

function bySlug<Item extends { slug: string }>(
  items: readonly Item[],
  slug: string,
): Item | undefined {
  return items.find((item) => item.slug === slug)
}
