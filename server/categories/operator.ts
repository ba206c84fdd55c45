import { fallbackLocale, locales, textIn } from '#contract/text/locales.ts'
import { CATEGORY_NAME_MAX, inTree } from '#contract/categories/tree.ts'
import { byCommand, type Actor } from '../audit/audit.ts'
import { CategoryError, putCategory, readCategories, removeCategory } from './categories.ts'
import type { Db } from '../db/tables/tables.ts'
import { OperatorError, wholeNumber } from '../operator/answer.ts'

const verbs: Record<string, (db: Db, args: readonly string[], actor: Actor) => Promise<string>> = { list, put, remove }

/** `category list|put|remove …` */
export function operateCategories(
  db: Db,
  [verb = '', ...args]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act) throw new OperatorError(`Categories: ${Object.keys(verbs).join(', ')}.`)
  return act(db, args, actor)
}

/** Does something to the tree; what cannot be done is said to the operator. */
export async function changeTree<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof CategoryError) throw new OperatorError(error.message, undefined, error)
    throw error
  }
}

async function list(db: Db): Promise<string> {
  const lines = inTree(await readCategories(db)).map(
    ({ id, level, name, goods }) => `${'  '.repeat(level)}${id}  ${textIn(name, fallbackLocale)}  ${goods}`,
  )
  return lines.length === 0 ? 'No categories.' : lines.join('\n')
}

/** `category put <id|new> <above|-> <sort> <language=name> …` */
async function put(db: Db, [which, above, place, ...names]: readonly string[], actor: Actor): Promise<string> {
  const name: Record<string, string> = {}
  for (const one of names) {
    const [, key = '', value = ''] = /^([a-z]+)=(.+)$/.exec(one) ?? []
    if (!locales.some((l) => l.code === key) || value.length > CATEGORY_NAME_MAX || /\p{Cc}/u.test(value))
      throw new OperatorError(`“${one}” is no language and name, such as en=Shoes.`)
    name[key] = value.trim()
  }
  const id = await changeTree(() =>
    putCategory(
      db,
      {
        id: which === 'new' ? 0 : wholeNumber(which, 'A category'),
        pid: above === '-' ? 0 : wholeNumber(above, 'The category above it'),
        sort: wholeNumber(place, 'Its place among others', 0),
        name,
      },
      actor,
    ),
  )
  return `The category ${id} is there.`
}

async function remove(db: Db, [which]: readonly string[], actor: Actor): Promise<string> {
  const id = wholeNumber(which, 'A category')
  await changeTree(() => removeCategory(db, id, actor))
  return `The category ${id} is removed.`
}
