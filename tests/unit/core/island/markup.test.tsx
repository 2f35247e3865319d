import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '#core/island/Button.tsx'
import { CheckboxGroup } from '#core/island/CheckboxGroup.tsx'
import { DateField } from '#core/island/DateField.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { RadioGroup } from '#core/island/RadioGroup.tsx'
import { SelectField } from '#core/island/SelectField.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { TextField } from '#core/island/TextField.tsx'

/** The element that the components refer to; effects run at once, as after mounting. */
const mounted = vi.hoisted(() => ({
  current: undefined as object | undefined,
  calls: [] as string[],
}))

vi.mock('react', async (importOriginal) => {
  const react = await importOriginal<typeof import('react')>()
  return {
    ...react,
    useRef: (initial: unknown) => {
      const own = react.useRef(initial)
      return mounted.current ? mounted : own
    },
    useEffect: (effect: () => void) => {
      if (mounted.current) effect()
    },
  }
})

const html = (element: ReactElement) => renderToStaticMarkup(element)

/** Renders with an element behind each ref, and returns the methods that were called on it. */
function callsOf(element: ReactElement, own: object = {}): string[] {
  mounted.calls = []
  const record = (name: string) => () => void mounted.calls.push(name)
  mounted.current = {
    closest: () => null,
    ...Object.fromEntries(
      ['focus', 'scrollIntoView', 'show', 'showModal', 'close'].map((name) => [name, record(name)]),
    ),
    ...own,
  }
  html(element)
  mounted.current = undefined
  return mounted.calls
}

const change = () => undefined
const field = { name: 'town', label: 'Town', hint: 'Or a postcode', error: 'Enter a town' }
const FIELDS = {
  TextField: <TextField {...field} value="" onChange={change} />,
  'TextField with rows': <TextField {...field} value="" onChange={change} rows={3} />,
  SelectField: <SelectField {...field} value="A" onChange={change} options={['A']} />,
  PasswordField: (
    <PasswordField {...field} value="" onChange={change} autoComplete="new-password" />
  ),
  RadioGroup: <RadioGroup {...field} value="A" onChange={change} options={['A']} />,
  CheckboxGroup: <CheckboxGroup {...field} values={[]} onToggle={change} options={['A']} />,
  DateField: <DateField {...field} value="" onChange={change} isBirthday />,
}
const GROUPS = ['RadioGroup', 'CheckboxGroup', 'DateField']

describe('the building blocks of the islands', () => {
  it.each(Object.entries(FIELDS))(
    'SITE-14 %s has its name, its hint and its error, and says that it is invalid',
    (name, element) => {
      const text = html(element)
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      for (const [, list = ''] of text.matchAll(
        /aria-(?:describedby|labelledby|controls)="([^"]*)"/g,
      ))
        for (const id of list.split(' ')) expect(ids, text).toContain(id)
      expect(text).toMatch(/aria-describedby="town-hint town-error"/)
      expect(text).toMatch(
        /<p class="field__error" id="town-error"><span class="visually-hidden">Error: <\/span>/,
      )
      expect(text).toMatch(/aria-invalid="true"/)
      // Each control has a label of its own, a group a legend.
      const controls = [...text.matchAll(/<(?:input|select|textarea)\b[^>]*? id="([^"]+)"/g)]
      expect(controls.length).toBeGreaterThan(0)
      for (const [, id] of controls) expect(text).toContain(`for="${id}"`)
      if (GROUPS.includes(name)) expect(text).toMatch(/^<fieldset[^>]*><legend[^>]*>Town/)
    },
  )

  it('SITE-14 a date of birth can be filled in by the browser', () => {
    for (const part of ['day', 'month', 'year'])
      expect(html(FIELDS.DateField)).toMatch(new RegExp(`autocomplete="bday-${part}"`, 'i'))
  })

  it('SITE-14 the button that shows a password says what it shows', () => {
    expect(html(FIELDS.PasswordField)).toContain(
      '<span>Show</span><span class="visually-hidden"> password</span>',
    )
  })

  it('SITE-14 a busy button keeps the focus and says that it cannot be pressed', () => {
    const text = html(<Button busy>Save</Button>)
    expect(text).toContain('aria-disabled="true"')
    expect(text).not.toMatch(/ disabled=/)
  })

  it('SITE-14 what appears later is read out', () => {
    expect(html(<Spinner />)).toMatch(/^<p class="loading" role="status">/)
    expect(html(<Notice title="Saved" live="status" />)).toContain('role="status"')
  })

  const summary = <ErrorSummary errors={{ town: 'Enter a town' }} attempt={1} />

  it('SITE-14 the error summary takes the focus and links to each field', () => {
    expect(callsOf(summary)).toEqual(['scrollIntoView', 'focus'])
    const text = html(summary)
    expect(text).toMatch(/role="alert" tabindex="-1" aria-labelledby="([^"]+)"><h2[^>]* id="\1"/)
    expect(text).toContain('<a href="#town">Enter a town</a>')
  })

  const dialog = (
    <Dialog isOpen title="Leave?" onClose={change}>
      Text
    </Dialog>
  )

  it('SITE-14 a dialog is modal, and has the name and the description that it shows', () => {
    expect(callsOf(dialog, { open: false })).toEqual(['showModal'])
    const text = html(dialog)
    const [, title, body] = /aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/.exec(text) ?? []
    expect(text).toContain(`id="${title}">Leave?`)
    expect(text).toContain(`id="${body}">Text`)
  })
})
