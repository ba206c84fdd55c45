// The mutations of a store's goods as they shipped (tests/laws/contract/shipped-mutations.test.ts).

const goodsVariant = { label: { '*': 'string' }, extra: 'integer', sort: 'integer', 'weight?': 'integer' }
/** The fields of a store's goods; `absent` is put behind the names of the fields, which `?` makes optional. */
const goodsFields = (absent: '' | '?'): Record<string, unknown> =>
  Object.fromEntries([
    // These came later than the others, so that a client that does not know them may leave them out.
    ['lead?', 'integer'],
    ['weight?', 'integer'],
    ['back?', [{ pieces: 'integer', days: 'integer' }, 'null']],
    ['deal?', [{ percent: 'integer', until: 'integer' }, 'null']],
    ...Object.entries({
      code: 'string',
      title: { '*': 'string' },
      description: { '*': 'string' },
      categoryId: 'integer',
      brand: 'string',
      currency: 'string',
      ladder: [{ from: 'integer', price: 'integer' }],
      minimum: 'integer',
      multiple: 'integer',
      attributes: [{ name: 'string', value: 'string' }],
      variants: { '*': [goodsVariant, 'null'] },
      pictures: ['string'],
    }).map(([name, shape]): [string, unknown] => [`${name}${absent}`, shape]),
  ])

export const shippedGoods: Record<string, { path: string; guest: boolean; payload: unknown }> = {
  'goods.put': {
    path: '/api/store/goods_put',
    guest: false,
    payload: {
      id: 'string',
      fields: { ...goodsFields(''), variants: { '*': goodsVariant } },
      stock: 'integer',
      stocks: { '*': 'integer' },
      listed: 'boolean',
    },
  },
  'goods.edit': {
    path: '/api/store/goods_edit',
    guest: false,
    payload: { id: 'string', from: goodsFields('?'), to: goodsFields('?') },
  },
  'goods.stock': {
    path: '/api/store/goods_stock',
    guest: false,
    payload: { id: 'string', sku: [[''], 'string'], by: 'integer' },
  },
  'goods.count': {
    path: '/api/store/goods_count',
    guest: false,
    payload: { id: 'string', sku: [[''], 'string'], num: 'integer', at: 'number' },
  },
  'goods.show': { path: '/api/store/goods_show', guest: false, payload: { id: 'string', on: 'boolean' } },
  'goods.del': { path: '/api/store/goods_del', guest: false, payload: { id: 'string' } },
}
