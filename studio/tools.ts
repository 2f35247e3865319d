import type { Tool } from 'sanity'
import { route } from 'sanity/router'
import { FindAndReplace } from './find/FindAndReplace.tsx'
import { Guide } from './guide/Guide.tsx'
import { FindIcon, HelpIcon, PictureIcon, StartIcon } from './icons.tsx'
import { Pictures } from './pictures/Pictures.tsx'
import { StartPage } from './start/StartPage.tsx'

/** The start page before Sanity's tools, because the Studio opens its first tool; the guide after them. */
export const withOwnTools = (tools: Tool[]): Tool[] => [START, ...tools, PICTURES, FIND, GUIDE]

const START: Tool = { name: 'start', title: 'Start', icon: StartIcon, component: StartPage }

const PICTURES: Tool = {
  name: 'pictures',
  title: 'Pictures',
  icon: PictureIcon,
  component: Pictures,
}

const FIND: Tool = {
  name: 'find',
  title: 'Find and replace',
  icon: FindIcon,
  component: FindAndReplace,
}

const GUIDE: Tool = {
  name: 'guide',
  title: 'Help',
  icon: HelpIcon,
  component: Guide,
  router: route.create('/', [route.create('/:section')]),
}
