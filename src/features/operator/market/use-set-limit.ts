import type { MoneyLimit } from '#contract/market/schema-operator-money.ts'
import { useCall } from '../../../data/use-call.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useToast } from '../../../ui/layers/toast.tsx'
import { useBecame } from '../use-became.ts'

/**
 * Sets a limit of the money desk, and says what came of it. Resolves to true when it was done, to false when it waits
 * for another operator, to words when the value is refused, and to undefined when nothing is known. `again` asks for
 * the limits anew.
 */
export function useSetLimit(again: () => void): {
  set(what: MoneyLimit, amount: string): Promise<boolean | string | undefined>
  busy: boolean
} {
  const toast = useToast()
  const failureText = useFailureText()
  const toastOf = useBecame()
  const { call, busy } = useCall('operator.moneySet')
  const set = async (what: MoneyLimit, amount: string): Promise<boolean | string | undefined> => {
    const outcome = await call({ what, amount })
    if (outcome.kind === 'refused') return failureText(outcome)
    if (outcome.kind !== 'accepted') {
      if (outcome.kind !== 'sessionGone') toast({ text: failureText(outcome), kind: 'bad' })
      return undefined
    }
    toast(toastOf(outcome.data))
    again()
    return outcome.data.became !== 'waits'
  }
  return { set, busy }
}
