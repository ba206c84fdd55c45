import { useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOf, wholePatch, type GoodsFields } from '#contract/rules/goods.ts'
import type { GoodsState } from '#contract/rules/goods-states.ts'
import type { Refusal } from '#contract/schema/refusals.ts'
import { links } from '../../app/links.ts'
import { DeskContext, useStoreCall, useStoreMutateAll, type StoreAct } from '../../data/use-store.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useLeave } from '../../parts/use-leave.ts'
import { useStoreParam } from '../../parts/open-desk.tsx'
import { draftOf, readDraft, type DraftFaults, type GoodsDraft } from './goods-draft.ts'

/** A product in its form. */
export interface FormOf {
  /** The product; undefined for a new one. */
  id: string | undefined
  /** What it is as far as the member knows, or a blank one. */
  before: GoodsFields
  state: GoodsState
  /** What of it the market refused, and is typed again. */
  refused: { intentId: string; refusal: Refusal; fields: GoodsFields; id: string } | undefined
}

/** What a form does: its contents, what is wrong with them, and saving. */
export interface GoodsForm {
  draft: GoodsDraft
  faults: DraftFaults
  /** Of a new product. */
  fresh: boolean
  put(part: Partial<GoodsDraft>): void
  /** Changes what is typed by now, from what takes a while. */
  change(next: (draft: GoodsDraft) => GoodsDraft): void
  /** Saves what was typed, and puts it on sale, takes it off or leaves it as it is. */
  save(wanted?: 'listed' | 'hidden'): Promise<void>
  /** What the market refused, and giving it up. */
  refused: { refusal: Refusal; discard(): Promise<void> } | undefined
}

/** What is typed, and over what: also of a form that is opened again it is what the member saw when they began. */
interface Kept {
  draft: GoodsDraft
  before: GoodsFields
}

/** The form of a product. What was seen when it was begun is what it changes from, whatever arrives meanwhile. */
export function useGoodsForm(of: FormOf): GoodsForm & { form: React.Ref<HTMLFormElement> } {
  const { t } = useTranslation()
  const [{ id, before: first, state, refused }] = useState(of)
  const [newId] = useState(() => refused?.id ?? crypto.randomUUID())
  const mutateAll = useStoreMutateAll()
  const dismiss = useStoreCall('intent.dismiss')
  const leave = useLeave(links.centreGoods(useStoreParam()))
  const desk = useContext(DeskContext)!.id
  const kept = useDraft<Kept>(`goods/${desk}/${id ?? refused?.id ?? 'new'}`, {
    draft: draftOf(refused?.fields ?? first),
    before: first,
  })
  const { forget } = kept
  const { draft, before } = kept.draft
  const change = (next: (draft: GoodsDraft) => GoodsDraft) => kept.change((now) => ({ ...now, draft: next(now.draft) }))
  const [faults, setFaults] = useState<DraftFaults>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [faults])

  return {
    draft,
    change,
    faults,
    fresh: id === undefined,
    form,
    refused: refused && {
      refusal: refused.refusal,
      async discard() {
        await dismiss({ intentId: refused.intentId })
        forget()
        leave()
      },
    },
    put(part) {
      change((now) => ({ ...now, ...part }))
    },
    async save(wanted) {
      const read = readDraft(draft, before, wanted ?? (id === undefined ? 'draft' : state))
      setFaults(read.faults)
      const { fields, stock, stocks } = read
      if (!fields) return
      const acts: StoreAct[] = []
      if (id === undefined)
        acts.push({ name: 'goods.put', payload: { id: newId, fields, stock, stocks, listed: wanted === 'listed' } })
      else {
        const changed = changeOf(before, wholePatch(before, fields))
        if (changed) acts.push({ name: 'goods.edit', payload: { id, ...changed } })
        if (wanted && wanted !== state) acts.push({ name: 'goods.show', payload: { id, on: wanted === 'listed' } })
      }
      if (acts.length > 0 && !(await mutateAll(acts, { text: t('storeGoods.saved'), kind: 'good' }))) return
      if (refused) await dismiss({ intentId: refused.intentId })
      forget()
      leave()
    },
  }
}
