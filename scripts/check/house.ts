import { dirname, posix } from 'node:path'
import * as ts from 'typescript'

/** The most lines a file and a function may have; past that they are split by idea. */
export const FILE_LINES = 300
export const FUNCTION_LINES = 80

/** The most columns a line may have. */
export const COLUMNS = 120

/** Rooms that other rooms reach by `#room/…` (package.json, "imports"). */
const ALIASED = ['contract', 'localdb', 'worker', 'server', 'locales']

/** What is past the limits, by name and reason: `path`, `path#function`, or `path#lines` for tables of data. */
export type Exceptions = Readonly<Record<string, string>>

const lines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function nameOf(node: ts.Node): string {
  if ('name' in node && node.name) return (node.name as ts.Node).getText()
  const parent = node.parent
  return parent && 'name' in parent && parent.name ? (parent.name as ts.Node).getText() : 'anonymous'
}

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node)

/** Functions of a file that are longer than allowed, with their lengths. */
export function longFunctions(path: string, text: string): { name: string; lines: number }[] {
  if (lines(text) <= FUNCTION_LINES) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const long: { name: string; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (isFunction(node)) {
      const from = source.getLineAndCharacterOfPosition(node.getStart()).line
      const length = source.getLineAndCharacterOfPosition(node.getEnd()).line - from + 1
      if (length > FUNCTION_LINES) long.push({ name: nameOf(node), lines: length })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return long
}

/** Literals that the formatter cannot break: texts, templates and regular expressions that end where they begin. */
const isLiteral = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node)

/**
 * The numbers of lines with more columns than allowed. A line is excused by a literal that begins and ends on it and
 * without which it would fit; not by one of many lines, such as SQL, which is broken by clause.
 */
export function longLines(path: string, text: string): number[] {
  const excess = new Map(
    text.split('\n').flatMap((line, i) => {
      const columns = [...line].length
      return columns > COLUMNS ? [[i, columns] as const] : []
    }),
  )
  if (excess.size === 0) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    if (isLiteral(node) && source.getLineAndCharacterOfPosition(node.getEnd()).line === line) {
      const columns = excess.get(line)
      if (columns !== undefined && columns - [...node.getText()].length <= COLUMNS) excess.delete(line)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...excess.keys()].map((line) => line + 1)
}

/**
 * Imports that cross rooms by a relative path, or stay in their room by an alias: every architectural edge is written
 * `#room/…`, and only those.
 */
export function crookedImports(path: string, text: string): string[] {
  const room = path.split('/')[0]!
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map((file) => file.fileName)
    .filter((specifier) => {
      const alias = /^#([a-z]+)\//.exec(specifier)?.[1]
      if (alias) return alias === room
      // A bundler's own address of a script (?worker&url) is not an import of its code.
      if (!specifier.startsWith('.') || specifier.includes('?')) return false
      const target = posix.join(dirname(path), specifier).split('/')[0]!
      return target !== room && ALIASED.includes(target)
    })
}

/** All that is too long or crooked in one file, as sentences; test files may be long inside `describe`. */
export function faultsOf(path: string, text: string, exceptions: Exceptions): string[] {
  const faults: string[] = []
  if (lines(text) > FILE_LINES && !exceptions[path])
    faults.push(`${path}: ${lines(text)} lines, more than ${FILE_LINES}: split by idea`)
  if (!/\.test\.tsx?$/.test(path)) {
    for (const f of longFunctions(path, text))
      if (!exceptions[`${path}#${f.name}`])
        faults.push(`${path}: ${f.name} has ${f.lines} lines, more than ${FUNCTION_LINES}`)
  }
  if (!exceptions[`${path}#lines`])
    for (const line of longLines(path, text)) faults.push(`${path}:${line}: more than ${COLUMNS} columns`)
  for (const specifier of crookedImports(path, text))
    faults.push(
      `${path}: import '${specifier}' must be written ${specifier.startsWith('#') ? 'relative inside its room' : '#room/…'}`,
    )
  return faults
}

/** Exceptions that nothing needs any more. */
export function staleExceptions(files: ReadonlyMap<string, string>, exceptions: Exceptions): string[] {
  return Object.keys(exceptions)
    .filter((key) => {
      const [path, name] = key.split('#') as [string, string | undefined]
      const text = files.get(path)
      if (text === undefined) return true
      if (name === 'lines') return longLines(path, text).length === 0
      return name ? !longFunctions(path, text).some((f) => f.name === name) : lines(text) <= FILE_LINES
    })
    .map((key) => `${key}: listed as an exception, but it is within the limit`)
}
