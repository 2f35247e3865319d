import { readFileSync } from 'node:fs'
import ts from 'typescript'

const parse = (path: string | URL) =>
  ts.createSourceFile(String(path), readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)

/** The file of the rules from which `source` imports a name. */
function importedFrom(name: string, source: ts.SourceFile): ts.SourceFile | undefined {
  for (const { importClause, moduleSpecifier } of source.statements.filter(
    ts.isImportDeclaration,
  )) {
    const names = importClause?.namedBindings
    const hasName =
      names && ts.isNamedImports(names) && names.elements.some((one) => one.name.text === name)
    const [, file] = /^'#(\w+\/rules\/.*)'$/.exec(moduleSpecifier.getText(source)) ?? []
    if (hasName && file) return parse(new URL(`../../src/${file}`, import.meta.url))
  }
  return
}

/** The elements of `const NAME = ['a', 'b'] as const`. */
function listOf(name: string, source: ts.SourceFile): string[] | undefined {
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { name: found, initializer } of statement.declarationList.declarations) {
      let value = initializer
      while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) {
        value = value.expression
      }
      if (found.getText(source) === name && value && ts.isArrayLiteralExpression(value)) {
        return value.elements.filter(ts.isStringLiteral).map(({ text }) => text)
      }
    }
  }
  return
}

/**
 * The texts of a union of texts, in order: written out, or by names of rules; undefined for another type. `null` is left out.
 */
export function textsOf(type: ts.TypeNode, source: ts.SourceFile): string[] | undefined {
  const found = partsOf(type, source)
  return found?.every((one) => one !== undefined) && found.length > 0
    ? found.flatMap((one) => one ?? []).sort()
    : undefined
}

function partsOf(type: ts.TypeNode, source: ts.SourceFile): (string[] | undefined)[] | undefined {
  const parts = ts.isUnionTypeNode(type) ? [...type.types] : [type]
  return parts
    .filter((part) => part.getText(source) !== 'null')
    .map((part) => {
      if (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal)) return [part.literal.text]
      // (typeof NAMES)[number]
      if (ts.isIndexedAccessTypeNode(part)) {
        const [, name] = /^\(typeof (\w+)\)\[number\]$/.exec(part.getText(source)) ?? []
        return name === undefined ? undefined : listOf(name, source)
      }
      if (!ts.isTypeReferenceNode(part)) return undefined
      const name = part.typeName.getText(source)
      const home = importedFrom(name, source) ?? source
      const alias = home.statements
        .filter(ts.isTypeAliasDeclaration)
        .find((one) => one.name.text === name)
      return alias === undefined ? undefined : textsOf(alias.type, home)
    })
}
