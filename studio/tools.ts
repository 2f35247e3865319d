import type { Tool } from 'sanity'
import { route } from 'sanity/router'
import { Guide } from './guide/Guide.tsx'
import { HelpIcon, StartIcon } from './icons.tsx'
import { StartPage } from './start/StartPage.tsx'

/** The start page before Sanity's tools, because the Studio opens its first tool; the guide after them. */
export const withOwnTools = (tools: Tool[]): Tool[] => [START, ...tools, GUIDE]

const START: Tool = { name: 'start', title: 'Start', icon: StartIcon, component: StartPage }

const GUIDE: Tool = {
  name: 'guide',
  title: 'Help',
  icon: HelpIcon,
  component: Guide,
  router: route.create('/', [route.create('/:section')]),
}
