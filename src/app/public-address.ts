import { listSorts } from '#contract/lists/sorts.ts'
import { groupIdsIn, readerIn } from '../features/articles/article-view.ts'
import { productsViewOf } from '../features/catalogue/products-view.ts'
import { searchViewOf } from '../features/search/search-view.ts'
import { storeViewOf } from '../features/stores/store-view.ts'
import { filterIn, links } from '../links/links.ts'

const idIn = (text: string | null | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

type Address = (search: string, part: string) => string | undefined

/** The screens that show the same to everybody, by the pattern of their path; undefined where an address does not. */
const publicScreens: Record<string, Address> = {
  '/': () => links.home,
  '/product': (search) => {
    const view = productsViewOf(search)
    return view.favourites ? undefined : links.products(view)
  },
  '/category/:pid': (search, pid) =>
    links.category(
      idIn(pid),
      listSorts.find((sort) => sort === new URLSearchParams(search).get('sort')),
      filterIn(search),
    ),
  '/goods': (search) => links.goods(idIn(new URLSearchParams(search).get('id'))),
  '/store/:id': (search, id) => links.store(idIn(id), storeViewOf(search)),
  '/search': (search) => links.search(searchViewOf(search)),
  '/page/:ids': (_search, ids) => links.page(groupIdsIn(ids)),
  '/article-detail/:id': (_search, id) => links.article(idIn(id)),
  '/faqs': () => links.faqs,
  '/know': (search) => links.know(readerIn(search)),
}

/**
 * The one address of a public screen: its path with the parameters that the screen knows, and those only. Undefined for
 * every screen that is a person's.
 */
export const publicAddress = (pattern: string, path: string, search: string): string | undefined =>
  Object.hasOwn(publicScreens, pattern) ? publicScreens[pattern]!(search, path.split('/')[2] ?? '') : undefined
