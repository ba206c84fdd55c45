import { SHEET_ID } from '#contract/line-sheets/rules.ts'

// Screens behind a private link (/sheet/<id>): whoever has the link may look. Nobody else is to learn of it: not a
// search engine, not a cache that others share, not the next page.

/** The id that the address of such a screen ends with; undefined for every other address. */
export const privateIdIn = (path: string): string | undefined => /^\/sheet\/([^/]+)\/?$/.exec(path)?.[1]

/** Whether it can be the id of a link at all: for anything else nobody is asked. */
export const canBePrivateId = (id: string): boolean => SHEET_ID.test(id)

/** The same answer as it goes to whoever has a private link; a link that leads nowhere is 404, whatever it shows. */
export function privately(answer: Response, leads: boolean): Response {
  const headers = new Headers(answer.headers)
  headers.delete('ETag')
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
  return new Response(answer.body, { status: leads || answer.status !== 200 ? answer.status : 404, headers })
}
