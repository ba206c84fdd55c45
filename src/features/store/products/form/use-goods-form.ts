import { useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { goodsChangeOf, wholePatch, type GoodsFields } from '#contract/products/rules.ts'
import type { GoodsState } from '#contract/products/states.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { links } from '../../../../links/links.ts'
import { DeskContext, useStoreCall, useStoreMutateAll, type StoreAct } from '../../../../data/stores/use-store.ts'
import { useDraft } from '../../../../parts/forms/use-draft.ts'
import { useLeave } from '../../../../parts/forms/use-leave.ts'
import { useStoreParam } from '../../../../parts/stores/open-desk.tsx'
import { goodsDraftOf, readGoodsDraft, type DraftFaults, type GoodsDraft } from './goods-draft.ts'

/** A product in its form. */
export interface FormOf {
  /** The product; undefined for a new one. */
  id: string | undefined
  /** The product as the member last saw it, or a blank one. */
  before: GoodsFields
  state: GoodsState
  /** The change that the market refused and that is typed again. */
  refused: { intentId: string; refusal: Refusal; fields: GoodsFields; id: string } | undefined
}

/** The state of a form: its contents, their faults, and saving. */
export interface GoodsForm {
  draft: GoodsDraft
  faults: DraftFaults
  /** The product is new. */
  fresh: boolean
  put(part: Partial<GoodsDraft>): void
  /** Changes the draft as it is by then, for work that takes a while. */
  change(next: (draft: GoodsDraft) => GoodsDraft): void
  /** Saves the draft, and puts the product on sale, takes it off, or leaves that as it is. */
  save(wanted?: 'listed' | 'hidden'): Promise<void>
  /** The refusal of the market, and the action that gives the refused change up. */
  refused: { refusal: Refusal; discard(): Promise<void> } | undefined
}

/**
 * The draft and the product that it changes. A form that is opened again still starts from the product as the member
 * saw it when they began.
 */
interface Kept {
  draft: GoodsDraft
  before: GoodsFields
}

/**
 * The form of a product. Its changes start from the product as it was when the form was begun, whatever arrives
 * meanwhile.
 */
export function useGoodsForm(of: FormOf): GoodsForm & { form: React.Ref<HTMLFormElement> } {
  const { t } = useTranslation()
  const [{ id, before: first, state, refused }] = useState(of)
  const [newId] = useState(() => refused?.id ?? crypto.randomUUID())
  const mutateAll = useStoreMutateAll()
  const dismiss = useStoreCall('intent.dismiss')
  const leave = useLeave(links.centreGoods(useStoreParam()))
  const desk = useContext(DeskContext)!.id
  const kept = useDraft<Kept>(`goods/${desk}/${id ?? refused?.id ?? 'new'}`, {
    draft: goodsDraftOf(refused?.fields ?? first),
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
      const read = readGoodsDraft(draft, before, wanted ?? (id === undefined ? 'draft' : state))
      setFaults(read.faults)
      const { fields, stock, stocks } = read
      if (!fields) return
      const acts: StoreAct[] = []
      if (id === undefined)
        acts.push({ name: 'goods.put', payload: { id: newId, fields, stock, stocks, listed: wanted === 'listed' } })
      else {
        const changed = goodsChangeOf(before, wholePatch(before, fields))
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
