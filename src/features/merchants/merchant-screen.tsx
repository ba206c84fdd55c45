import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import { merchantState, type MerchantState } from '#localdb/queries/merchants.ts'
import { later } from '../../data/loading/later.tsx'
import { useLive } from '../../data/use-live.ts'
import { useMerchantDraft } from '../../data/use-merchant-draft.ts'
import { usePerson } from '../../data/use-person.ts'
import { useOpened } from '../../data/use-unsealed.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { ApplicationView } from './application-view.tsx'
import { ApplyForm } from './apply-form.tsx'
import { ApplyContract } from './apply-contract.tsx'
import { SignAgain } from './sign-again.tsx'
import { useApply, type ApplyProps } from './use-apply.ts'
import { useNeededLater } from './use-needed-later.ts'

const ReceiptView = later('receipt-view', async () => (await import('./receipt-view-later.tsx')).ReceiptView)

/**
 * Becoming a seller: the form, the contract (`?view=contract`), how the application stands, and its receipt
 * (`?view=receipt`). `?code=` is an invitation's, `?view=again` another application after one that was refused.
 */
export function MerchantScreen() {
  const [params] = useSearchParams()
  const person = usePerson()
  const state = useLive(merchantState, [])
  const sealed = useMemo(() => (state ? (state.application ? [state.application] : []) : undefined), [state])
  const opened = useOpened(sealed, 'merchantApplications')
  const draft = useMerchantDraft()
  if (!person || !state || !opened || draft.text === undefined) return <Coming />
  return (
    <Opened
      key={person.uid}
      state={state}
      application={opened.rows[0]}
      view={params.get('view')}
      code={params.get('code') ?? ''}
      kept={draft.text}
      keep={draft.keep}
      keeping={draft.keeping}
    />
  )
}

const Coming = () => (
  <Screen width="narrow">
    <Skeleton height="5rem" />
    <Skeleton height="24rem" />
  </Screen>
)

interface OpenedProps extends Omit<ApplyProps, 'refused'> {
  state: MerchantState
  view: string | null
}

/** The screen once the sealed texts are opened. An application whose key was lost has none of its texts. */
function Opened({ state, application, view, ...rest }: OpenedProps) {
  const { refused, pending } = state
  const { keep } = rest
  const corrects = application?.state === 'changes' && !pending
  const applies =
    !application ||
    corrects ||
    refused !== undefined ||
    (application.state === 'refused' && (view === 'again' || view === 'contract'))
  const taken = application !== undefined && !pending && !applies
  // An application that the market has received needs no draft any more.
  useEffect(() => {
    if (taken) keep(null)
  }, [taken, keep])
  const receipt = application?.receipt ? (JSON.parse(application.receipt) as MerchantReceipt) : undefined
  if (view === 'receipt' && receipt) return <ReceiptView receipt={receipt} instead={<Coming />} />
  if (view === 'contract' && application?.state === 'approved' && receipt)
    return <SignAgain application={application} signed={receipt.version} />
  if (application && !applies)
    return <ApplicationView application={application} pending={pending} signed={receipt?.version} />
  return <Applying view={view} refused={refused} application={corrects ? application : undefined} {...rest} />
}

function Applying({ view, ...props }: ApplyProps & { view: string | null }) {
  const apply = useApply(props)
  const contract = useNeededLater(apply)
  if (view === 'contract' && apply.ready) return <ApplyContract apply={apply} {...contract} />
  return <ApplyForm apply={apply} {...props} />
}
