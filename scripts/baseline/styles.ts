import { generate, parse, walk, type Atrule, type CssNode, type Declaration } from 'css-tree'
import { featureAt, lackOf, type Lack } from './known.ts'

// The features of a built style sheet that some browser of the baseline lacks: properties and their keywords,
// functions, units, selectors and at-rules. Rules within @supports are exempt: the browser is asked first.

const PREFIX = /^-(?:webkit|moz|ms)-/

/** Functions and units that are listed as a kind of value of their own. */
const TYPES = Object.keys(featureAt('css.types')!).filter((name) => name !== '__compat')
const typePaths = (name: string): string[] => [`css.types.${name}`, ...TYPES.map((type) => `css.types.${type}.${name}`)]
const UNITS: Record<string, string> = {
  dvh: 'viewport_percentage_units_dynamic',
  svh: 'viewport_percentage_units_small',
  lvh: 'viewport_percentage_units_large',
  cqi: 'container_query_length_units',
  cqw: 'container_query_length_units',
}

/** The names under which a value's part may be listed: `text-wrap: pretty` is css.properties.text-wrap.pretty. */
function valuePaths(property: string, node: CssNode): string[] {
  switch (node.type) {
    case 'Identifier':
      return [`css.properties.${property}.${node.name}`, `css.properties.${property}.${node.name.replaceAll('-', '_')}`]
    case 'Function':
      return [`css.properties.${property}.${node.name}`, ...typePaths(node.name)]
    case 'Dimension':
      return typePaths(`length.${UNITS[node.unit] ?? node.unit}`).slice(0, 1)
    default:
      return []
  }
}

const selectorPaths = (node: CssNode): string[] =>
  node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector'
    ? [`css.selectors.${node.name}`]
    : node.type === 'NestingSelector'
      ? ['css.selectors.nesting']
      : []

const isAsked = (atrules: readonly Atrule[]): boolean => atrules.some(({ name }) => name === 'supports')

/** The properties with a prefix of the block in which a declaration stands. */
const prefixedIn = (all: readonly Declaration[]): Set<string> =>
  new Set(all.filter(({ property }) => PREFIX.test(property)).map(({ property }) => property.replace(PREFIX, '')))

/** The features that a style sheet uses and some browser of the baseline lacks. */
export function lacksOfStyles(file: string, text: string): Lack[] {
  const lacks: Lack[] = []
  const look = (paths: readonly string[], node: CssNode, prefixed = false): void => {
    const lack = paths.length > 0 ? lackOf(paths, `${file} ${generate(node).slice(0, 80)}`, prefixed) : undefined
    if (lack) lacks.push(lack)
  }
  const within: Atrule[] = []
  let prefixed = new Set<string>()
  const atrule = (node: Atrule): void => {
    if (!PREFIX.test(node.name)) look([`css.at-rules.${node.name}`], node)
    if (node.prelude)
      walk(node.prelude, (part) => {
        if (part.type === 'Feature') look([`css.at-rules.${node.name}.${part.name}`], part)
        if (part.type === 'FeatureRange') look(['css.at-rules.media.range_syntax'], part)
      })
  }
  const declaration = (node: Declaration): void => {
    const { property, value } = node
    const custom = property.startsWith('--')
    if (!custom && !PREFIX.test(property)) look([`css.properties.${property}`], node, prefixed.has(property))
    walk(value, (part) => look(custom && part.type === 'Identifier' ? [] : valuePaths(property, part), node))
  }
  const broken = (error: { message: string }): never => {
    throw new Error(`${file}: ${error.message}`)
  }
  walk(parse(text, { parseCustomProperty: true, onParseError: broken }), {
    enter(node: CssNode) {
      if (node.type === 'Atrule') within.push(node)
      if (isAsked(within)) return
      if (node.type === 'Atrule') atrule(node)
      if (node.type === 'Block')
        prefixed = prefixedIn(node.children.toArray().filter((one): one is Declaration => one.type === 'Declaration'))
      if (node.type === 'Declaration') declaration(node)
      look(selectorPaths(node), node)
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule') within.pop()
    },
  })
  return lacks
}
