import { readArticle, readCategory } from '../articles/read.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'

/** What the operator wrote, in the language that is asked for, else the caller's. */
export const articleHandlers: HandlersFor<'article.category' | 'article.detail'> = {
  'article.category': async ({ db, language }, input) => {
    const found = await readCategory(db, input.ids.split(',').map(Number), input.language ?? language)
    return found ? accepted(found) : refused('notFound')
  },
  'article.detail': async ({ db, language }, input) => {
    const found = await readArticle(db, Number(input.article_id), input.language ?? language)
    return found ? accepted(found) : refused('notFound')
  },
}
