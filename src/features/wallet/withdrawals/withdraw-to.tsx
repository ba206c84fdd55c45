import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { availableOf, type Holding } from '#localdb/queries/wallet.ts'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { links } from '../../../links/links.ts'
import { usePerson } from '../../../data/use-person.ts'
import { useAccountStore } from '../../../parts/stores/open-desk.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { afterBack, useBackCloses } from '../../../ui/layers/use-back-closes.ts'
import type { WithdrawMethod, Withdrawing } from '../use-withdrawing.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawReview } from './withdraw-review.tsx'
import type { CheckedWithdrawal, FormFaults, WithdrawDraft } from './withdraw-steps.ts'

interface WithdrawToProps {
  method: WithdrawMethod
  withdrawing: Withdrawing
  held: readonly Holding[]
  items: readonly WithdrawalItem[]
}

/** A withdrawal by one method: its form, and the review that Back closes. */
export function WithdrawTo({ method, withdrawing, held, items }: WithdrawToProps) {
  const uid = usePerson()?.uid
  const store = useAccountStore()?.storeId
  const empty: WithdrawDraft = { address: '', amount: '' }
  const { draft, change, forget } = useDraft(`withdraw ${uid} ${store ?? ''} ${method.asset} ${method.network}`, empty)
  const [review, setReview] = useState<CheckedWithdrawal & { id: string }>()
  // Undefined until the person has come back from a review.
  const [faults, setFaults] = useState<FormFaults>()
  const edit = (found: FormFaults = {}) => {
    setFaults(found)
    setReview(undefined)
  }
  const arrived = items.some(({ id }) => id === draft.asked?.id)
  const leave = useLeave(review !== undefined, edit)
  useEffect(() => {
    // Its answer was lost, and the feed has brought it.
    if (!arrived || draft.asked === undefined) return
    forget()
    leave(draft.asked.id)
  }, [arrived, draft.asked, forget, leave])
  const begin = (checked: CheckedWithdrawal) => {
    // The same id for the same withdrawal, also over a review that was left, so that it is never asked for twice.
    const of = `${checked.address} ${checked.units}`
    const id = draft.asked?.of === of ? draft.asked.id : crypto.randomUUID()
    change((now) => ({ ...now, asked: { id, of } }))
    setReview({ ...checked, id })
  }
  const balance = availableOf(held, method.asset)
  if (!review)
    return (
      <WithdrawForm
        method={method}
        balance={balance}
        items={items}
        form={{ draft, change }}
        faults={faults}
        onChecked={begin}
      />
    )
  return (
    <WithdrawReview
      method={method}
      withdrawing={withdrawing}
      balance={balance}
      items={items}
      review={review}
      onEdit={edit}
      onAsked={() => {
        forget()
        leave(review.id)
      }}
    />
  )
}

/** Leads to a withdrawal that was asked for, in the place of this screen; Back closes a review that is open. */
function useLeave(reviewing: boolean, close: () => void): (id: string) => void {
  const [, navigate] = useLocation()
  const store = useAccountStore()?.storeId
  const [asked, setAsked] = useState<string>()
  useBackCloses(reviewing && asked === undefined, () => close())
  useEffect(() => {
    if (asked !== undefined) afterBack(() => navigate(links.withdrawal(asked, store), { replace: true }))
  }, [asked, store, navigate])
  return setAsked
}
