/** One step of a person at a desk: what they wait for after a key press. */
export type Step = { readonly step: string; readonly ms: number; readonly bytes: number }

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
const NO = { infection: 'no', biopsy: 'no', ejaculation: 'no', exercise: 'no' }

/** A browser of a member of staff, which goes through the pages of the desk and tells of each step. */
export function openDesk(site: string, session: string, tell: (step: Step) => void) {
  const jar = new Map<string, string>()

  async function ask(path: string, form?: Readonly<Record<string, string>>) {
    const cookie = [session, ...[...jar].map(([name, value]) => `${name}=${value}`)].join('; ')
    const answer = await fetch(site + path, {
      redirect: 'manual',
      headers: { cookie, origin: site },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const html = await answer.text()
    // As sent, which is compressed.
    const bytes = Number(answer.headers.get('content-length') ?? Buffer.byteLength(html))
    return { status: answer.status, html, bytes, to: answer.headers.get('location') ?? '' }
  }

  /** Sends a form and opens the page that follows. */
  async function send(step: string, path: string, form: Readonly<Record<string, string>>) {
    const started = performance.now()
    const { status, to } = await ask(path, form)
    if (status !== 303) throw new Error(`${step}: the form was answered with ${status}.`)
    const { html, bytes } = await ask(to)
    tell({ step, ms: performance.now() - started, bytes })
    return { path: to, html }
  }

  return {
    /** Opens the list of the patients. */
    async look(list: string): Promise<void> {
      const started = performance.now()
      const { bytes } = await ask(list)
      tell({ step: 'the list', ms: performance.now() - started, bytes })
    },

    /** Goes with one patient from the list through the four steps. */
    async test(list: string, reference: string, label: string): Promise<void> {
      const opened = await send('open the patient', list, { reference })
      const { path } = opened
      const next = (
        page: { html: string },
        step: string,
        more: Readonly<Record<string, string>>,
      ) => ({
        case: hidden(page.html, 'case'),
        key: hidden(page.html, 'key'),
        step,
        ...more,
      })
      const asked = await send(
        'name and birth date',
        path,
        next(opened, 'identity', { agrees: 'yes' }),
      )
      const ready = await send('the questions', path, next(asked, 'questions', NO))
      const read = await send('the label', path, next(ready, 'label', { label }))
      const saved = await send('read back and save', path, next(read, 'save', { label }))
      if (!saved.path.endsWith('done=tested'))
        throw new Error(`The tube was not saved: ${saved.path}`)
    },
  }
}
