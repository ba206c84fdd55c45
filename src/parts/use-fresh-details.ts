import { useEffect, useState } from 'react'
import { useWant } from '../data/use-want.ts'

/**
 * Asks the shop for the details of products, one after another; `done` once all have been answered, `gone` are those no
 * longer sold.
 */
export function useFreshDetails(ids: readonly number[]): { done: boolean; gone: ReadonlySet<number> } {
  const [answered, setAnswered] = useState<ReadonlyMap<number, boolean>>(new Map())
  const id = ids.find((i) => !answered.has(i))
  const want = useWant('catalogue.product', { id: id ?? 0 }, id !== undefined)
  const refused = want.failure?.kind === 'refused'
  const fresh = want.state === 'fresh'
  useEffect(() => {
    if (id !== undefined && (fresh || refused)) setAnswered((known) => new Map(known).set(id, fresh))
  }, [id, fresh, refused])
  return { done: id === undefined, gone: new Set([...answered].flatMap(([i, sold]) => (sold ? [] : [i]))) }
}
