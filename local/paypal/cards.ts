import type { Behaviour, StoredOrder } from './documents.ts'

export type TestCard = {
  brand: string
  type: 'CREDIT' | 'DEBIT'
  bank: string
  behaviour: Behaviour
  challenge?: StoredOrder['challenge']
  /** For the tester's page. */
  meaning: string
  /** The same in PayPal's own sandbox. */
  isPayPals: boolean
}

const visa = { brand: 'VISA', type: 'CREDIT', bank: 'STAND-IN TEST BANK' } as const

/** The only numbers that are taken. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4012888888881881': {
    ...visa,
    behaviour: 'succeed',
    meaning: 'Succeeds; with a name CCREJECT-… it is declined',
    isPayPals: true,
  },
  '4005519200000004': { ...visa, behaviour: 'succeed', meaning: 'Succeeds', isPayPals: true },
  '2223000048400011': {
    brand: 'MASTERCARD',
    type: 'DEBIT',
    bank: 'STAND-IN BUILDING SOCIETY',
    behaviour: 'succeed',
    meaning: 'Succeeds (Mastercard, debit)',
    isPayPals: true,
  },
  '371449635398431': {
    brand: 'AMEX',
    type: 'CREDIT',
    bank: 'STAND-IN EXPRESS',
    behaviour: 'succeed',
    meaning: 'Succeeds (American Express, security code of four digits)',
    isPayPals: true,
  },
  '4868719460707704': {
    ...visa,
    behaviour: 'succeed',
    challenge: 'passes',
    meaning: '3-D Secure; the check can be passed',
    isPayPals: true,
  },
  '4868719796782421': {
    ...visa,
    behaviour: 'succeed',
    challenge: 'fails',
    meaning: '3-D Secure; the check always fails',
    isPayPals: true,
  },
  '4000000000000002': {
    ...visa,
    behaviour: 'instrument-declined',
    meaning: 'INSTRUMENT_DECLINED at the capture',
    isPayPals: false,
  },
  '4000000000003220': {
    ...visa,
    behaviour: 'payer-action-required',
    meaning: 'PAYER_ACTION_REQUIRED at the capture',
    isPayPals: false,
  },
  '4000000000000101': {
    ...visa,
    behaviour: 'transaction-refused',
    meaning: 'TRANSACTION_REFUSED at the capture',
    isPayPals: false,
  },
  '4000000000000119': {
    ...visa,
    behaviour: 'fail-once',
    meaning: 'The first capture answers 500 and takes nothing',
    isPayPals: false,
  },
  '4000000000000341': {
    ...visa,
    behaviour: 'hang-once',
    meaning: 'Captures, but the first answer comes too late',
    isPayPals: false,
  },
  '4000000000000259': {
    ...visa,
    behaviour: 'pending',
    meaning: 'The capture stays PENDING until it is settled on this page',
    isPayPals: false,
  },
}

/** Names on the card that PayPal's sandbox declines, with the processor's code. */
export const DECLINED_NAMES: Readonly<Record<string, string>> = {
  'CCREJECT-REFUSED': '0500',
  'CCREJECT-SF': '9500',
  'CCREJECT-EC': '5400',
  'CCREJECT-IRC': '5180',
  'CCREJECT-IF': '5120',
  'CCREJECT-LS': '9520',
  'CCREJECT-IA': '1330',
  'CCREJECT-BANK_ERROR': '5100',
  'CCREJECT-CVV_F': '00N7',
}
