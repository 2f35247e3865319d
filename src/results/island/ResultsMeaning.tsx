import { PortableText, type PortableTextBlock } from '@portabletext/react'
import type { ReactNode } from 'react'
import type { Light, ResultText } from '#results/rules/result.ts'
import { LIGHT_WORDS, RESULT_LABELS } from '#results/texts/results.ts'

/** Public content that the page is built with. */
export type ShownText = ResultText<PortableTextBlock[]>

/** Each colour has a shape and its name. */
const CLASSES: Readonly<Record<Light, string>> = {
  green: 'notice notice--success notice--shape',
  amber: 'notice notice--warning notice--shape',
  red: 'notice notice--error notice--shape',
}

type Link = { href?: string; kind?: string }

function TextLink({ value, children }: { value?: Link; children: ReactNode }) {
  const isExternal = value?.kind === 'external'
  const href = value?.href
  return (
    <a
      className={isExternal ? 'link--external' : undefined}
      href={href}
      data-address={href?.startsWith('/') ? `${location.origin}${href}` : undefined}
      rel={isExternal ? 'external noopener' : undefined}
    >
      <span>{children}</span>
      {isExternal && <span className="visually-hidden"> (another website)</span>}
    </a>
  )
}

const COMPONENTS = { marks: { link: TextLink } }

/** A colour as word and shape, where its sentence is left out. */
export function LightTag({ light }: { light: Light }) {
  return <span className={`tag tag--${light}`}>{LIGHT_WORDS[light]}</span>
}

/** A colour as word, shape and sentence. */
export function ResultsColour({ text }: { text: ShownText }) {
  return (
    <div className={CLASSES[text.light]}>
      <h3 className="notice__title">{LIGHT_WORDS[text.light]}</h3>
      <p>{text.sentence}</p>
    </div>
  )
}

/** What a colour means, and what to do next. */
export function ResultsMeaning({ text }: { text: ShownText }) {
  return (
    <div className="prose">
      <h3>{RESULT_LABELS.meaning}</h3>
      <PortableText value={text.meaning} components={COMPONENTS} />
      {text.chance !== undefined && <p>{text.chance}</p>}
      <h3>{RESULT_LABELS.nextStep}</h3>
      <PortableText value={text.nextStep} components={COMPONENTS} />
    </div>
  )
}
