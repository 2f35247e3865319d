import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** What a child of an element is to React: bare text, or nodes that come and go. */
type Child = 'text' | 'changing text' | 'comes and goes' | 'stays'

/** Properties that hold elements. What shows one of them as text puts an element around it. */
const ELEMENTS = new Set(['children', 'actions', 'notice'])

const isMarkup = (node: ts.Node): boolean =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

const hasMarkup = (node: ts.Node): boolean =>
  isMarkup(node) || ts.forEachChild(node, (child) => hasMarkup(child) || undefined) === true

function kindOf(child: ts.JsxChild): Child {
  if (ts.isJsxText(child)) return child.text.trim() === '' ? 'stays' : 'text'
  if (!ts.isJsxExpression(child) || child.expression === undefined) return 'stays'
  const { expression } = child
  if (ts.isStringLiteral(expression)) return expression.text.trim() === '' ? 'stays' : 'text'
  if (hasMarkup(expression)) return 'comes and goes'
  if (ts.isIdentifier(expression) && ELEMENTS.has(expression.text)) return 'stays'
  const isChosen = ts.isConditionalExpression(expression) || ts.isBinaryExpression(expression)
  return isChosen ? 'changing text' : 'text'
}

/** The children that a translated page would break, or would show with their earlier text. */
function faultsOf(source: string, file = 'a.tsx'): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const faults: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(
        (child) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces),
      )
      const kinds = children.map(kindOf)
      const isMixed = kinds.includes('comes and goes') && kinds.includes('text')
      if (children.length > 1 && (isMixed || kinds.includes('changing text'))) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
        faults.push(`${file}:${line + 1}`)
      }
    }
    ts.forEachChild(node, look)
  }
  look(tree)
  return faults
}

const files = globSync('src/*/island/**/*.tsx')

describe('islands on a page that the browser translates', () => {
  it('SITE-15 no element that comes and goes stands beside bare text, and a text that changes has an element of its own', () => {
    expect(files.length).toBeGreaterThan(80)
    expect(files.flatMap((file) => faultsOf(readFileSync(file, 'utf8'), file))).toEqual([])
  })

  it.each([
    '<b>{busy && <i />}{busy ? wait : children}</b>',
    '<p>Price {isPaid && <b>now</b>}</p>',
    '<p>{name}{isDone && <span> (done)</span>}</p>',
    '<p>Near {places.map((one) => <b key={one}>{one}</b>)}</p>',
    "<>{isShown ? 'Hide' : 'Show'}<span> password</span></>",
    '<p><b>£5</b> {charge > 0 && chargeText(charge)}</p>',
  ])('SITE-15 control: %s is found', (source) => {
    expect(faultsOf(source)).toEqual(['a.tsx:1'])
  })

  it.each([
    '<b>{busy && <i />}<span>{busy ? wait : children}</span></b>',
    "<p>{isShown ? 'Hide' : 'Show'}</p>",
    '<p>Write to <a href="/x">us</a>, {name}.</p>',
    '<form>{hasFailed && <p>{text}</p>}{children}</form>',
  ])('SITE-15 control: %s is not', (source) => {
    expect(faultsOf(source)).toEqual([])
  })
})
