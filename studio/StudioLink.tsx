import type { MouseEvent, ReactNode } from 'react'
import { useWorkspace } from 'sanity'
import { useRouter } from 'sanity/router'

/** A link to any path of the Studio, for example `/guide/publish`: Sanity's own links lead only to paths of the same tool. */
export function StudioLink({ path, children }: { path: string; children: ReactNode }) {
  const { basePath } = useWorkspace()
  const { navigateUrl } = useRouter()
  const address = `${basePath}${path}`
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigateUrl({ path: address })
  }
  return (
    <a href={address} onClick={follow}>
      {children}
    </a>
  )
}
