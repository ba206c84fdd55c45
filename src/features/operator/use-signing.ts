import type { Approval } from '#contract/withdrawals/approval.ts'
import { useAsked } from '../../data/use-asked.ts'
import { useCall, type CallInput, type Failed } from '../../data/use-call.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { useToast } from '../../ui/layers/toast.tsx'

/** A withdrawal as a desk shows it. */
type Shown = CallInput<'approval.sign'>

/** The signature sent with a decision, if there is a key. */
type Signed = { approval?: Approval | undefined }

export interface Signing {
  /** The public key of this person on this device (base64); null without one, undefined until that is known. */
  key: string | null | undefined
  busy: boolean
  make(): Promise<void>
  /** Signs a withdrawal as it is shown; shows an error and resolves to undefined on failure. */
  sign(withdrawal: Shown): Promise<Signed | undefined>
}

/** How the operator signs agreements on this device. */
export function useSigning(): Signing {
  const toast = useToast()
  const failureText = useFailureText()
  const { data, put } = useAsked('approval.key', { make: false })
  const making = useCall('approval.key')
  const signing = useCall('approval.sign')
  const failed = (failure: Failed): undefined => {
    toast({ text: failureText(failure), kind: 'bad' })
  }
  return {
    key: data?.key,
    busy: making.busy || signing.busy,
    make: async () => {
      const made = await making.call({ make: true })
      if (made.kind !== 'accepted') return failed(made)
      put(made.data)
    },
    sign: async ({ id, network, asset, address, amount, fee }) => {
      const signed = await signing.call({ id, network, asset, address, amount, fee })
      return signed.kind === 'accepted' ? signed.data : failed(signed)
    },
  }
}
