import { picture, type SourceDocument } from './markup.ts'

function partner(id: string, name: string, kind: 'sponsor' | 'supporter'): SourceDocument {
  return {
    _id: `partner-${id}`,
    _type: 'partner',
    name,
    kind,
    logo: picture(`logo-${id}`, `Logo of ${name}`),
    website: `https://${id}.example/`,
  }
}

export const goldSponsor = partner('kestrel-vane', 'Kestrel & Vane Laboratories', 'sponsor')

export const partners = [
  partner('brackenfell-lodge', 'Brackenfell Provincial Lodge', 'supporter'),
  partner('ottermouth-police', 'Ottermouth Police Sports Club', 'supporter'),
  partner('fenwick-hollow', 'Fenwick Hollow Golf Club', 'supporter'),
  partner('merrow-slate', 'Merrow & Slate Engineering', 'supporter'),
  partner('harbourline', 'Harbourline Buses', 'supporter'),
  partner('lantern-trust', 'The Lantern Trust', 'supporter'),
  partner('sandpiper', 'Sandpiper Pharmacies', 'supporter'),
  partner('wexcombe', 'Wexcombe Building Society', 'supporter'),
  partner('greywether', 'Greywether Timber', 'supporter'),
  partner('calder-quay', 'Calder Quay Football Club', 'supporter'),
  partner('thistledown', 'Thistledown Homes', 'supporter'),
  partner('old-loft', 'Old Loft Printers', 'supporter'),
  partner('bluecap', 'Bluecap Miners’ Welfare', 'supporter'),
  partner('marlinspike', 'Marlinspike Marine', 'supporter'),
]

/** Organisations with screening days for their own staff or members, listed on the corporate page. */
export const corporatePartners = [
  'partner-merrow-slate',
  'partner-harbourline',
  'partner-wexcombe',
  'partner-greywether',
  'partner-thistledown',
  'partner-marlinspike',
]
