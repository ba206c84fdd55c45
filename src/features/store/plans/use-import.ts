import { useCallback, useEffect, useState } from 'react'
import { useStoreCall, type Failed, type PlanShown } from '../../../data/stores/use-store.ts'
import { useFailureToast } from '../../../parts/failures/use-failure-toast.ts'

/** A file of goods, chosen or pasted; a pasted one has no name. */
export interface ImportSource {
  from: string | Blob
  name: string
}

/** The values that the file does not state. */
export interface Wishes {
  categoryId: number | undefined
  state: 'draft' | 'listed'
  /** The ids of pictures by their file's name, in lower case. */
  pictures: Readonly<Record<string, string>>
}

/** The result of reading a file, which is read again whenever a wish changes. */
export type ReadFile =
  | { kind: 'none' | 'reading' | 'unreadable' }
  | { kind: 'failed'; failure: Failed }
  | { kind: 'read'; plan: PlanShown }

export interface Import {
  source: ImportSource | undefined
  wishes: Wishes
  read: ReadFile
  /** The shown plan was read before the last wish and is being read again. */
  stale: boolean
  choose(source: ImportSource | undefined): void
  wish(part: Partial<Wishes> | ((now: Wishes) => Partial<Wishes>)): void
  /** Carries out the plan; resolves to whether it was begun. */
  begin(): Promise<boolean>
}

const noWishes: Wishes = { categoryId: undefined, state: 'draft', pictures: {} }

/** A file of goods on its way into the store: read, previewed, carried out. Nothing is changed before `begin`. */
export function useImport(): Import {
  const ask = useStoreCall('goods.plan')
  const go = useStoreCall('goods.begin')
  const failed = useFailureToast()
  const [source, setSource] = useState<ImportSource>()
  const [wishes, setWishes] = useState(noWishes)
  const [read, setRead] = useState<ReadFile>({ kind: 'none' })
  const [round, setRound] = useState(0)
  const [stale, setStale] = useState(false)
  useEffect(() => {
    if (!source) return
    let over = false
    void ask({ of: 'file', from: source.from, ...wishes })
      .catch((): Failed => ({ kind: 'unreachable' }))
      .then((answer) => {
        if (over) return
        setStale(false)
        if (answer.kind !== 'accepted') setRead({ kind: 'failed', failure: answer })
        else if (answer.data.shown) setRead({ kind: 'read', plan: answer.data.shown })
        else setRead({ kind: 'unreadable' })
      })
    return () => {
      over = true
    }
  }, [ask, source, wishes, round])
  const choose = useCallback((next: ImportSource | undefined) => {
    setSource(next)
    setRead({ kind: next ? 'reading' : 'none' })
  }, [])
  return {
    ...{ source, wishes, read, stale, choose },
    wish: (part) => {
      setStale(true)
      setWishes((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))
    },
    begin: async () => {
      if (read.kind !== 'read' || !source) return false
      const answer = await go({ plan: read.plan.plan, name: source.name })
      if (answer.kind !== 'accepted') {
        failed(answer)
        return false
      }
      // The worker has restarted meanwhile: the plan is made again, and has to be confirmed again.
      if (answer.data.became === 'lost') {
        setStale(true)
        setRound((n) => n + 1)
      }
      if (answer.data.became !== 'begun') return false
      choose(undefined)
      setWishes(noWishes)
      return true
    },
  }
}
