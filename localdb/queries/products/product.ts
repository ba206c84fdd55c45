import { goodsKey, type GoodsPatch } from '#contract/products/rules.ts'
import { goodsStates, type GoodsState } from '#contract/products/states.ts'
import { knownOr } from '#contract/wire/open.ts'
import type { Category } from '#contract/catalogue/schema.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { Readers, UserReader } from '../../read.ts'
import { fieldsOf } from '../sync/does.ts'

// A store's goods, read from its desk.

/** A state that only a newer server knows counts as hidden: the goods are not on sale here. */
export const goodsStateOf = ({ state }: Pick<StoreProduct, 'state'>): GoodsState =>
  knownOr(goodsStates, state, 'hidden')

/** A change of a product that the server refused, with what it would have said. */
export interface RefusedGoods {
  intentId: string
  refusal: Refusal
  /** A new product that could not be made, else a change of one. */
  made: boolean
  patch: GoodsPatch
}

/** A change that another phone's crossed: its parts (contract/products/rules.ts), and those that both changed. */
export interface GoodsClash {
  intentId: string
  to: GoodsPatch
  parts: string[]
  theirs: StoreProduct
}

/** One product of the store as it is shown here, and what waits for the member's word. */
export interface OneGoods {
  goods: StoreProduct | undefined
  pending: boolean
  clash: GoodsClash | undefined
  refused: RefusedGoods | undefined
}

/** A product by its id; null when it is not (any more) there and nothing of it was refused. */
export const goodsById =
  (id: string) =>
  async (user: UserReader): Promise<OneGoods | null> => {
    const row = await user.goods.get(id)
    const goods = row?.shown && !row.shown.deleted ? row.shown : undefined
    const intents = (await user.outbox.where('keys').equals(goodsKey(id)).toArray()).filter(({ name }) =>
      ['goods.edit', 'goods.put'].includes(name),
    )
    const asked = intents.findLast(({ state }) => state === 'conflict')
    const clash =
      asked && goods && row?.server
        ? {
            intentId: asked.intentId,
            to: fieldsOf(asked.payload)['to'] as GoodsPatch,
            parts: String(asked.last?.params?.['fields'] ?? '').split('\n'),
            theirs: row.server,
          }
        : undefined
    const rejected = intents.findLast(({ name, state }) => state === 'rejected' && (goods || name === 'goods.put'))
    const made = rejected?.name === 'goods.put'
    const refused = rejected && {
      intentId: rejected.intentId,
      refusal: rejected.last ?? { reason: 'requestFailed' as const },
      made,
      patch: fieldsOf(rejected.payload)[made ? 'fields' : 'to'] as GoodsPatch,
    }
    return goods || refused ? { goods, pending: (row?.pending ?? 0) > 0, clash, refused } : null
  }

/** All categories on this device. */
export const allCategories = ({ catalogue }: Readers): Promise<Category[]> => catalogue.categories.toArray()

/** The currency that a store sells in, by one of its products: most stores have only one. */
export const sellingCurrency = async (user: UserReader): Promise<string | null> =>
  (await user.goods.limit(1).toArray())[0]?.shown?.currency ?? null
