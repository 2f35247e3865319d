import { LINK_EVENT, TAKEN_LINK } from '#core/rules/mailed-link.ts'

/**
 * The script of `MailedAddress.astro`. It moves query and fragment into the history's state, which a reload keeps; also when a link that
 * differs in its fragment alone is opened in the same tab. Not a module: those run only after the whole page was read.
 */
export const takeLink = `(() => {
  const take = () => {
    const { pathname, search, hash } = location
    if (!/[\\w-]{43}|code(=|%3D)./i.test(search + hash)) return
    history.replaceState({ ${TAKEN_LINK}: search + hash }, '', pathname)
    dispatchEvent(new Event('${LINK_EVENT}'))
  }
  take()
  addEventListener('hashchange', take)
})()`
