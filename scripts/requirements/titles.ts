import ts from 'typescript'
import type { TextFile } from './parse.ts'

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe'])

/** The identifier on which a call chain begins: `test.describe(…)` and `it.each(…)(…)` begin on `test` and `it`. */
function rootName(node: ts.Expression): string | undefined {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) {
    return rootName(node.expression)
  }
  return ts.isTaggedTemplateExpression(node) ? rootName(node.tag) : undefined
}

function titleOf(node: ts.CallExpression): string | undefined {
  const [title] = node.arguments
  if (title === undefined || !TEST_FUNCTIONS.has(rootName(node.expression) ?? '')) return undefined
  if (ts.isStringLiteralLike(title)) return title.text
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined
}

/** The titles of all `it`, `test` and `describe` of a test file, also with `.each`; placeholders stay as written. */
export function testTitles({ path, text }: TextFile): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined
    if (title !== undefined) titles.push(title)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}
