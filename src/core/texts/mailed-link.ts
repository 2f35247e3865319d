/** Texts around links with a token, in mails and on the pages that they open. */
export const LINK_TEXTS = {
  /** Above the address in the HTML of a mail. */
  copy: 'If the link does not work, copy this whole address into your browser:',
  incompleteTitle: 'This link is not complete',
  incomplete:
    'Some mail programs change links. Please copy the whole address from our message, where it is below the link, and paste it here:',
  paste: 'The address in our message',
  open: 'Open the link',
} as const
