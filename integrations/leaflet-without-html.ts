import type { AstroIntegration } from 'astro'

/** Leaflet 1.9.4 runs this while it loads; with Trusted Types it throws, and the module never loads (decision 032). */
const SINK = "div.innerHTML = '<svg/>';"
const SAFE = "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));"

const MODULE = 'leaflet/dist/leaflet-src.esm.js'

/** Leaflet's source without the HTML that it writes at load. Throws when another version writes it in another way. */
export function withoutHtml(code: string): string {
  if (!code.includes(SINK)) {
    throw new Error(
      'Leaflet no longer tests for SVG as version 1.9.4 does: check what HTML it writes.',
    )
  }
  return code.replace(SINK, SAFE)
}

/** Bundles Leaflet as a module, of which only the used parts remain, and makes it load with Trusted Types. */
export const leafletWithoutHtml = (): AstroIntegration => ({
  name: 'leaflet-without-html',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({
        vite: {
          resolve: { alias: [{ find: /^leaflet$/, replacement: MODULE }] },
          plugins: [
            {
              name: 'leaflet-without-html',
              transform: {
                filter: { id: /leaflet-src\.esm\.js$/ },
                handler: (code) => ({ code: withoutHtml(code), map: null }),
              },
            },
          ],
        },
      })
    },
  },
})
