import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { blankAddress, neededFields, type AddressField } from '#contract/addresses/fields.ts'
import type { Address } from '#contract/sync/schema-rows.ts'
import type { AddressState } from '#localdb/queries/addresses.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { addressFormFields } from '../../parts/addresses/address-fields.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import { textsOf, useAddressActs } from './use-address-acts.ts'
import { useLeave } from '../../parts/forms/use-leave.ts'
import { loadPhones } from './use-phones.ts'

export interface AddressFormProps {
  /** The `uid` of the person whose form it is. */
  owner: string
  /** The address that is edited, decrypted, with the refused change to it; `was` is the address without that change. */
  known: { address: Address; rev: number; refused: AddressState['refused']; was: Address | undefined } | undefined
  isDefault: boolean
  /** The person has no other address. */
  first: boolean
  /** The likely country of a new address. */
  country: string | undefined
  pick: boolean
}

/** The error texts of required fields that are empty. */
const asked = {
  recipient: 'addresses.enter.recipient',
  mobile: 'addresses.enter.mobile',
  country: 'addresses.chooseCountry',
  city: 'addresses.enter.city',
  detail: 'addresses.enter.detail',
} as const satisfies Partial<Record<AddressField, string>>

type Values = Record<AddressField, string>
/** The contents of the form. */
interface Draft {
  values: Values
  makeDefault: boolean
}

/** The country in the browser's language tag, if any. WebKitGTK's language may be no tag at all, such as "c". */
const ownCountry = (): string =>
  navigator.languages.map((tag) => /^[a-z]{2,3}.*-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean) ?? ''

/** The mobile number as it is stored; undefined when it is invalid. Without the phone rules the server judges. */
async function keptMobile({ mobile, country }: Values): Promise<string | undefined> {
  const phones = await loadPhones()
  return phones ? phones.e164(mobile, country) : mobile
}

/** The form of a new or an edited address: its values, its errors, saving and deleting. */
export function useAddressForm({ owner, known, isDefault, first, country, pick }: AddressFormProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const [, navigate] = useLocation()
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const acts = useAddressActs()
  const leave = useLeave(links.addresses(pick))
  // The version that the person sees: a change that arrives meanwhile must not pass for theirs.
  const [start] = useState(known)
  const [newId] = useState(() => crypto.randomUUID())
  const [blank] = useState((): Values => ({
    ...blankAddress,
    country: country || ownCountry(),
  }))
  const stands = start?.refused === undefined ? start?.address : start.was
  const before = stands && textsOf(stands)
  const id = start?.address.id ?? newId
  const { draft, change, forget } = useDraft<Draft>(`address/${owner}/${start?.address.id ?? 'new'}`, {
    values: start ? textsOf(start.address) : blank,
    makeDefault: isDefault || first,
  })
  const { values } = draft
  const errors = useErrors(addressFormFields)

  const set = (part: Partial<Values>) => {
    change((now) => ({ ...now, values: { ...now.values, ...part } }))
    for (const f of Object.keys(part)) errors.clear(f as AddressField)
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const number = values.mobile === before?.mobile ? values.mobile : await keptMobile(values)
    const wrong = neededFields
      .filter((f) => !values[f].trim())
      .map((f) => [f, t(asked[f as keyof typeof asked])] as const)
    if (
      errors.show({
        ...(number === undefined && { mobile: t('refusals.mobileInvalid') }),
        ...Object.fromEntries(wrong),
      })
    )
      return
    const patch = Object.fromEntries(
      addressFormFields
        .map((f) => [f, f === 'mobile' ? number! : values[f].trim()] as const)
        .filter(([f, text]) => text !== before?.[f]),
    )
    const todo: Act[] = []
    if (Object.keys(patch).length > 0)
      todo.push({ name: 'address.put', payload: { id, patch, baseRev: start?.rev ?? 0 } })
    if (draft.makeDefault && !isDefault && !first) todo.push({ name: 'address.default', payload: { id } })
    if (todo.length > 0 && !(await mutateAll(todo))) return
    if (start?.refused !== undefined) await dismiss.call({ intentId: start.refused.intentId })
    forget()
    toast({ text: t('addresses.saved'), kind: 'good' })
    if (pick) navigate(links.checkout(id), { replace: true })
    else leave()
  }
  const remove = async () => {
    if (!start) return
    if (stands && !(await acts.remove({ address: stands, rev: start.rev, conflict: undefined }, isDefault))) return
    if (start.refused !== undefined) await dismiss.call({ intentId: start.refused.intentId })
    forget()
    leave()
  }
  return { start, draft, change, set, errors, busy: dismiss.busy, submit, remove }
}
