import sheet from '#site/styles/map.css?url'

let loading: Promise<void> | undefined

/** Links the map's style sheet when it is first needed: an import would put it into every page's head. */
export function loadSheet(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      loading = undefined
      reject(new Error('The style sheet of the map did not load'))
    })
    link.href = sheet
    document.head.append(link)
  })
  return loading
}
