import { useCallback, useEffect, useRef, useState } from 'react'
import { useStoreCall, type PlanKind, type PlanRow, type PlanShown } from '../../../data/stores/use-store.ts'

/** The rows of one kind of a plan, some at a time; `lost` when the plan is gone. */
export function usePlanRows(
  { plan }: PlanShown,
  kind: PlanKind,
  all: number,
): { rows: PlanRow[] | undefined; lost: boolean; more: (() => void) | undefined } {
  const ask = useStoreCall('goods.planned')
  const [rows, setRows] = useState<PlanRow[]>()
  const [lost, setLost] = useState(false)
  const loading = useRef(false)
  const from = rows?.length ?? 0
  const more = useCallback(() => {
    if (loading.current) return
    loading.current = true
    void ask({ plan, kind, from })
      .then((answer) => {
        const next = answer.kind === 'accepted' ? answer.data.rows : null
        if (next) setRows((before = []) => [...before, ...next])
        else setLost(true)
      })
      .finally(() => {
        loading.current = false
      })
  }, [ask, plan, kind, from])
  const first = from === 0
  useEffect(() => {
    if (first) more()
  }, [first, more])
  return { rows, lost, more: from < all ? more : undefined }
}
