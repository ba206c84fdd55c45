import { parse, type Node } from 'acorn'
import { lackOf, type Lack } from './known.ts'

// Finds the features of a built script, libraries included, that some browser of the baseline lacks: syntax, regular
// expressions, and calls by the name of a global (`Map.groupBy`). Calls on a value are found in our own sources alone,
// by its type (apis.ts).

/** The last edition of the language that every browser of the baseline speaks. */
const EDITION = 2022

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodesOf(one)
}

type Member = Node & { object: Node & { name?: string }; property: Node & { name?: string }; computed: boolean }

/**
 * The uses in a script of features that some browser of the baseline lacks.
 *
 * @throws SyntaxError where one could not even read it
 */
export function lacksOfScript(file: string, text: string): Lack[] {
  const script = parse(text, { ecmaVersion: EDITION, sourceType: 'module', allowHashBang: true })
  return [...nodesOf(script)].flatMap((node) => {
    if (node.type !== 'MemberExpression') return []
    const { object, property, computed } = node as Member
    if (computed || object.type !== 'Identifier' || !/^[A-Z]/.test(object.name!)) return []
    const [owner, name] = [object.name!, property.name!]
    const paths = [`javascript.builtins.${owner}.${name}`, `api.${owner}.${name}_static`]
    return lackOf(paths, `${file} ${owner}.${name}`) ?? []
  })
}
