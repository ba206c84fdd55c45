import type { CategoryPaths } from '#contract/categories/paths.ts'
import type { RawGoods } from '#contract/products/raw.ts'
import type { Category } from '#contract/catalogue/schema.ts'

// The template of a file of goods.

/** One plain product and one with choices. Both are drafts, so that importing them unchanged puts nothing on sale. */
const templateGoods = (category: string, currency: string): RawGoods[] => [
  {
    ...{ row: 0, code: 'GLASS-1', state: 'draft', category, brand: '', currency, price: '3.20' },
    title: { en: 'Tea glass', ar: 'كأس شاي', zh: '茶杯' },
    description: { en: 'Holds 200 ml.', ar: 'تتسع لـ 200 مل.', zh: '容量 200 毫升。' },
    steps: [
      { from: '12', price: '2.90' },
      { from: '144', price: '2.50' },
    ],
    ...{ minimum: '6', multiple: '6', lead: '1', weight: '180', backorder: '600 within 14 days' },
    ...{ deal: '', stock: '480' },
    attributes: [{ name: 'Material', value: 'Glass' }],
    ...{ pictures: [], variants: [] },
  },
  {
    ...{ row: 0, code: 'SCARF-1', state: 'draft', category, brand: '', currency, price: '8.00' },
    title: { en: 'Scarf', ar: 'وشاح', zh: '围巾' },
    description: {},
    steps: [],
    ...{ minimum: '1', multiple: '1', lead: '3', weight: '120', attributes: [], pictures: [] },
    variants: [
      { sku: 'SCARF-1-RED', label: { en: 'Red', ar: 'أحمر', zh: '红色' }, extra: '0', stock: '40' },
      { sku: 'SCARF-1-SILK', label: { en: 'Silk', ar: 'حرير', zh: '丝绸' }, extra: '4.50', weight: '90', stock: '15' },
    ],
  },
]

/** The products of a file with all columns, in a category of the market that has none below it. */
export function templateOf(all: readonly Category[], paths: CategoryPaths, currency: string): RawGoods[] {
  const leaf = all.find(({ id, pid }) => pid !== 0 && !all.some((other) => other.pid === id)) ?? all[0]
  return templateGoods(leaf ? paths.pathOf(leaf.id) : '', currency)
}
