import { dirname, posix } from 'node:path'
import * as ts from 'typescript'

/** The most columns a line may have. */
export const COLUMNS = 120

/** Rooms that other rooms reach by `#room/…` (package.json, "imports"). */
const ALIASED = ['contract', 'localdb', 'worker', 'server', 'locales']

/** Files with longer lines, each with its reason. */
export type Exceptions = Readonly<Record<string, string>>

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
      const columns = line.length > COLUMNS ? [...line].length : 0
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

/** Openings of a comment that hide its subject. */
const HEADLESS = /(?:\/\/|\/\*\*?|^\s*\*|--) (?:What|Whoever|So many|So long|By which|Of an?) [^\n]*/gm

/**
 * The comments of a TypeScript or CSS file that begin without a subject: how they begin. A question in a comment is
 * asked with its question mark.
 */
export const headlessComments = (text: string): string[] =>
  [...text.matchAll(HEADLESS)].map(([comment]) => comment.trim()).filter((comment) => !comment.includes('?'))

/** Words in a name that do not tell what it holds. */
const VAGUE = new Set(['told', 'said', 'anew', 'whose', 'untold', 'unsaid', 'thing', 'things'])
const isVague = (name: string): boolean =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).some((word) => VAGUE.has(word.toLowerCase()))

/** Whether a node is the name that a declaration gives, and not that of a property. */
const isOwnName = (node: ts.Node): node is ts.Identifier =>
  ts.isIdentifier(node) &&
  (node.parent as Partial<ts.NamedDeclaration>).name === node &&
  !ts.isPropertyAccessExpression(node.parent) &&
  !ts.isPropertySignature(node.parent) &&
  !ts.isPropertyAssignment(node.parent) &&
  !ts.isShorthandPropertyAssignment(node.parent)

/**
 * Declared names that hold a vague word: of variables, functions, types and their like. Names of properties may lie on
 * a disk or go over the wire, where they cannot change.
 */
export function vagueNames(path: string, text: string): string[] {
  if (!/told|said|anew|whose|thing/i.test(text)) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isOwnName(node) && isVague(node.text)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

/** Rooms of the product, in which an exported name has one meaning. */
const PRODUCT = /^(?:contract|localdb|worker|sw|src|server)\/(?!.*\.(?:test|d)\.tsx?$).*\.tsx?$/

/** The names that a file declares and exports, each once. */
export function exportedNames(path: string, text: string): string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const exported = statements.filter(
    (one) => ts.canHaveModifiers(one) && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  )
  const names = exported.flatMap((one) =>
    ts.isVariableStatement(one)
      ? one.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
      : [(one as Partial<ts.NamedDeclaration>).name].flatMap((name) =>
          name && ts.isIdentifier(name) ? [name.text] : [],
        ),
  )
  return [...new Set(names)]
}

/** Whether files may share a name: a call and its handler, a part and what loads it later, the versions of a text. */
function mayShare(paths: readonly string[]): boolean {
  if (paths.every((path) => path.startsWith('contract/market/merchant-contract'))) return true
  const [first, second, more] = paths.toSorted()
  if (first === undefined || second === undefined || more !== undefined) return false
  if (/^contract\/(?:.*\/)?schema[^/]*$/.test(first) && second.startsWith('server/')) return true
  return dirname(first) === dirname(second) && paths.some((path) => path.endsWith('-later.tsx'))
}

/** Names that files of the product export with more than one meaning, as sentences. */
export function sharedNames(files: ReadonlyMap<string, string>): string[] {
  const by = new Map<string, string[]>()
  for (const [path, text] of files)
    if (PRODUCT.test(path)) for (const name of exportedNames(path, text)) by.set(name, [...(by.get(name) ?? []), path])
  return [...by]
    .filter(([, paths]) => paths.length > 1 && !mayShare(paths))
    .map(([name, paths]) => `“${name}” means more than one thing: ${paths.join(', ')}`)
}

/** The most characters of a commit's subject. */
const SUBJECT_MAX = 72

/** The subjects of commits that are too long, or do not begin with an area: `outbox: renew the lease`. */
export const wrongSubjects = (subjects: readonly string[]): string[] =>
  subjects.filter((subject) => subject.length > SUBJECT_MAX || !/^[a-z0-9-]+(?:, [a-z0-9-]+)*: \S/.test(subject))

/** Whether a file may not import a path in this way. */
function isCrooked(path: string, specifier: string): boolean {
  const room = path.split('/')[0]!
  const alias = /^#([a-z]+)\//.exec(specifier)?.[1]
  if (alias) return alias === room
  // A bundler's own address of a script (?worker&url) is not an import of its code.
  if (!specifier.startsWith('.') || specifier.includes('?')) return false
  const target = posix.join(dirname(path), specifier).split('/')[0]!
  return target !== room && ALIASED.includes(target)
}

/**
 * Imports that cross rooms by a relative path, or stay in their room by an alias: every architectural edge is written
 * `#room/…`, and only those. A file is read as code only where one of its texts could be such a path.
 */
export function crookedImports(path: string, text: string): string[] {
  if (![...text.matchAll(/['"`]([#.][^'"`\n]*)['"`]/g)].some(([, specifier]) => isCrooked(path, specifier!))) return []
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => isCrooked(path, specifier))
}

/** The faults of a file, as sentences: long lines, comments without a subject, vague names, crooked imports. */
export function faultsOf(path: string, text: string, exceptions: Exceptions): string[] {
  const headless = headlessComments(text).map((comment) => `${path}: “${comment}” begins without its subject`)
  if (!/\.tsx?$/.test(path)) return headless
  const long = exceptions[path] ? [] : longLines(path, text)
  return [
    ...headless,
    ...vagueNames(path, text).map((name) => `${path}: “${name}” does not say what it holds`),
    ...long.map((line) => `${path}:${line}: more than ${COLUMNS} columns`),
    ...crookedImports(path, text).map(
      (specifier) =>
        `${path}: import '${specifier}' must be written ${specifier.startsWith('#') ? 'relative inside its room' : '#room/…'}`,
    ),
  ]
}

/** Exceptions that nothing needs any more. */
export const staleExceptions = (files: ReadonlyMap<string, string>, exceptions: Exceptions): string[] =>
  Object.keys(exceptions)
    .filter((path) => longLines(path, files.get(path) ?? '').length === 0)
    .map((path) => `${path}: listed as an exception, but it is within the limit`)
