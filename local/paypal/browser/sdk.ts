import { type ButtonProps, buttons } from './buttons.ts'
import { type CardProps, cardFields } from './card-fields.ts'

/** The server puts the tester's choice here: `eligible` or `ineligible`. */
declare const ELIGIBILITY: string

const element = document.currentScript as HTMLScriptElement
const components = (new URL(element.src).searchParams.get('components') ?? 'buttons').split(',')

const api = {
  version: '5.0.0-stand-in',
  FUNDING: { PAYPAL: 'paypal', CARD: 'card' },
  getFundingSources: () => ['paypal', 'card'],
  isFundingEligible: (source: string) => source === 'paypal' || source === 'card',
  ...(components.includes('card-fields') && {
    CardFields: (props: CardProps) => cardFields(props, ELIGIBILITY === 'eligible'),
  }),
  ...(components.includes('buttons') && { Buttons: (props: ButtonProps) => buttons(props) }),
}

Object.assign(window, { [element.dataset['namespace'] ?? 'paypal']: api })
