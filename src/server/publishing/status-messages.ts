const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})

/** The sentence that the site's content layer throws (`ContentError`). */
const INCOMPLETE = /The content is incomplete: .{1,400}? Please fill it in the Studio\./s

/** The sentence about incomplete content in a build's output, which an editor can act on; undefined when there is none. */
export const contentFault = (output: string): string | undefined =>
  INCOMPLETE.exec(output)?.[0].replaceAll(/\s+/g, ' ')

const STILL = 'The site still shows the version before.'

/** What staff read when something of ours fails; the details stand in the log. */
export const STATUS_MESSAGES = {
  content: (fault: string) => `${fault} ${STILL}`,
  failed: (at: Date) =>
    `The new version could not be made at ${LOCAL_TIME.format(at)}. ${STILL} Please tell whoever looks after the site.`,
  slow: (at: Date) =>
    `The new version was still not ready at ${LOCAL_TIME.format(at)}, and was given up. ${STILL} Please tell whoever looks after the site.`,
  notWhole: (fault: string) =>
    `The new version did not pass its check: ${fault}. ${STILL} Please tell whoever looks after the site.`,
  otherCode: `The site’s program has been changed and not yet restarted. ${STILL} Please tell whoever looks after the site.`,
  rolledBack: `Meanwhile an earlier version was chosen, and stays until something is published again.`,
  cannotBuild: `What you published is saved, but this site cannot make its pages anew by itself. Please tell whoever looks after the site.`,
  handedOver: `Handed to the hosting service, which makes the pages: that takes some minutes.`,
  hookFailed: (at: Date) =>
    `The hosting service could not be asked to make the pages at ${LOCAL_TIME.format(at)}. ${STILL} Please tell whoever looks after the site.`,
} as const
