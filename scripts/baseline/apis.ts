import ts from 'typescript'
import { lackingNames, lackOf, type Lack } from './known.ts'

// Which members and globals of browsers a room's code uses, by the type checker: a member of a type of ours is none.

const IS_LIB = /[\\/]typescript[\\/]lib[\\/]lib\.[\w.]+\.d\.ts$/

/** Only these names need a look at their types, which takes long. */
const NAMES = lackingNames('api', 'javascript.builtins')

/** Where the data may have a member of an interface or a global. */
const memberPaths = (owner: string, name: string): string[] => {
  const builtin = owner
    .replace(/Constructor$|^Readonly/g, '')
    .replace('IteratorObject', 'Iterator')
    .replace(/^(Uint|Int|Float|BigInt|BigUint)\d+(Clamped)?Array$/, 'TypedArray')
  return [
    `api.${owner}.${name}`,
    `api.${owner}.${name}_static`,
    `javascript.builtins.${builtin}.${name}`,
    `javascript.builtins.Intl.${builtin}.${name}`,
  ]
}
const globalPaths = (name: string): string[] => [
  `api.Window.${name}`,
  `api.${name}`,
  `javascript.builtins.${name}`,
  `javascript.builtins.Intl.${name}`,
]

/** The interface, or the variable with a type of its own, in which a declaration of a browser's library stands. */
function ownerOf(declaration: ts.Declaration): string | undefined {
  const { parent } = declaration
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text
  return ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent) && ts.isIdentifier(parent.parent.name)
    ? parent.parent.name.text
    : undefined
}

/** The names of a type and of all that it extends. */
function namesOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  const own = checker.getApparentType(checker.getNonNullableType(type))
  const parts = own.isUnionOrIntersection() ? own.types : [own]
  return parts.flatMap((part) => [
    part.symbol?.name ?? '',
    ...(part.isClassOrInterface() ? (checker.getBaseTypes(part) ?? []).flatMap((base) => namesOf(checker, base)) : []),
  ])
}

/** `method?.()` says by itself that the method may be missing. */
const isGuarded = (access: ts.Node): boolean =>
  ts.isCallExpression(access.parent) && access.parent.expression === access && !!access.parent.questionDotToken

function pathsOf(checker: ts.TypeChecker, node: ts.Identifier): string[] | undefined {
  const symbol = checker.getSymbolAtLocation(node)
  const declarations = (symbol?.declarations ?? []).filter((one) => IS_LIB.test(one.getSourceFile().fileName))
  if (declarations.length === 0) return undefined
  const owners = declarations.map(ownerOf).filter((owner) => owner !== undefined)
  const { parent } = node
  if (owners.length === 0) return globalPaths(node.text)
  const receiver =
    ts.isPropertyAccessExpression(parent) && parent.name === node
      ? namesOf(checker, checker.getTypeAtLocation(parent.expression))
      : []
  return [...owners, ...receiver].flatMap((owner) => memberPaths(owner, node.text))
}

const isType = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)

/** The uses in these files of features that some browser of the baseline lacks. */
export function lacksOfSources(root: string, files: readonly string[], lib: readonly string[]): Lack[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: lib.map((name) => `lib.${name}.d.ts`),
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const wanted = new Set(files)
  const lacks: Lack[] = []
  for (const file of program.getSourceFiles()) {
    if (!wanted.has(file.fileName)) continue
    const visit = (node: ts.Node): void => {
      if (isType(node)) return
      if (ts.isIdentifier(node) && NAMES.has(node.text)) {
        const paths = isGuarded(node.parent) ? undefined : pathsOf(checker, node)
        const { line } = file.getLineAndCharacterOfPosition(node.getStart())
        const lack = paths && lackOf(paths, `${file.fileName.slice(root.length + 1)}:${line + 1} ${node.text}`)
        if (lack) lacks.push(lack)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return lacks
}
