import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { cleanDocumentNumber, cleanName, type ApplicationPicture } from '#contract/merchants/rules.ts'
import { strokesText, type Stroke } from '#contract/merchants/strokes.ts'
import type { Payload } from '#contract/registry.ts'
import type { SignedContract } from '#contract/merchants/schema.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { MerchantApplication } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useMutateAll } from '../../data/use-mutate.ts'
import { useErrors, type Errors } from '../../parts/forms/use-errors.ts'
import { useRefusalText } from '../../parts/failures/use-failure-text.ts'
import {
  faultsOf,
  applicationFields,
  newDraft,
  readApplicationDraft,
  type ApplicationDraft,
  type FieldName,
  type KeptContract,
  type WantedFields,
} from './draft.ts'
import { signedContract } from './signed-contract.ts'
import { viewLink } from './merchant-links.ts'

export interface ApplyProps {
  /** The draft as it was kept, null for none, how to keep another, and whether that is being done. */
  kept: string | null
  keep(text: string | null): void
  keeping: boolean
  /** The application that is corrected, its texts in clear; undefined for a first one. */
  application: MerchantApplication | undefined
  /** The last submission, if it was not taken. */
  refused: { intentId: string; refusal: Refusal } | undefined
  /** The code of an invitation's link. */
  code: string
}

/** The field that a refusal is about. */
export const refusedField: Partial<Record<string, FieldName>> = {
  storeNameTaken: 'storeName',
  invitationUnknown: 'code',
}

export interface Apply {
  draft: ApplicationDraft
  wanted: WantedFields
  change(part: Partial<ApplicationDraft>): void
  /** Takes a picture; others may be on their way. */
  choose(which: ApplicationPicture, file: string): void
  errors: Errors<FieldName>
  /** Checks the form and goes on: to the contract, or, where nothing is to be signed, sends it. */
  goOn(event: FormEvent): void
  /** Whether the form is filled in, so that the contract can be signed. */
  ready: boolean
  /** Keeps the contract with the draft. */
  keepContract(contract: KeptContract): void
  /** Sends it, with the contract that was signed and what was drawn. */
  send(contract: KeptContract, strokes: readonly Stroke[]): Promise<void>
  busy: boolean
}

/** The form of an application: what is typed, kept as a draft with each change, and what becomes of it. */
export function useApply({ kept, keep, application, refused, code }: ApplyProps): Apply {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const refusalText = useRefusalText()
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const errors = useErrors(applicationFields)
  const [busy, setBusy] = useState(false)
  const [draft, setDraft] = useState(() => readApplicationDraft(kept, application?.id) ?? newDraft(application, code))
  const latest = useRef(draft)
  const wanted = wantedOf(application)

  // The market's refusal is shown at the field that it is about, until that field is corrected.
  const shownRefusal = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!refused || shownRefusal.current === refused.intentId) return
    shownRefusal.current = refused.intentId
    const field = refusedField[refused.refusal.reason]
    if (field) errors.show({ [field]: refusalText(refused.refusal) })
  }, [refused, errors, refusalText])

  const change = (part: Partial<ApplicationDraft>) => {
    latest.current = { ...latest.current, ...part }
    setDraft(latest.current)
    keep(JSON.stringify(latest.current))
    for (const field of Object.keys(part)) errors.clear(field as FieldName)
  }
  const faults = faultsOf(draft, wanted)
  const ready = Object.keys(faults).length === 0
  const signs =
    application === undefined ||
    application.receipt === '' ||
    cleanName(draft.storeName) !== application.storeName ||
    cleanName(draft.realName) !== application.realName ||
    refused?.refusal.reason === 'notSigned' ||
    refused?.refusal.reason === 'contractMoved'

  const sendWith = async (contract: SignedContract | null, strokes: string) => {
    setBusy(true)
    const saved = await mutateAll(
      [{ name: 'merchant.apply', payload: payloadOf(latest.current, wanted, contract, strokes) }],
      {
        text: t('merchant.saved'),
        kind: 'good',
      },
    )
    if (saved && refused) await dismiss.call({ intentId: refused.intentId })
    setBusy(false)
    // The draft stays until the market has taken it, so that a refused one is corrected and not typed again.
    if (saved) navigate(links.merchant, { replace: true })
  }
  return {
    draft,
    wanted,
    change,
    choose(which, file) {
      change({ pictures: { ...latest.current.pictures, [which]: file } })
      errors.clear(which)
    },
    errors,
    ready,
    busy,
    goOn(event) {
      event.preventDefault()
      const wrong = Object.entries(faults).map(([field, fault]) => [field, t(`merchant.wrong.${fault}`)] as const)
      if (errors.show(Object.fromEntries(wrong))) return
      if (signs) navigate(viewLink('contract'))
      else void sendWith(null, '')
    },
    keepContract(contract) {
      latest.current = { ...latest.current, contract }
      setDraft(latest.current)
      keep(JSON.stringify(latest.current))
    },
    async send(contract, strokes) {
      await sendWith(await signedContract(contract), strokesText(strokes))
    },
  }
}

/** All fields of a first application, else those for which corrections were asked. */
const wantedOf = (application: ApplyProps['application']): WantedFields =>
  new Set(application ? application.asked.map(({ what }) => what as FieldName) : applicationFields)

/** A draft as it is sent; fields that are not wanted keep the values sent before. */
const payloadOf = (
  draft: ApplicationDraft,
  wanted: WantedFields,
  contract: SignedContract | null,
  strokes: string,
): Payload<'merchant.apply'> => ({
  id: draft.id,
  storeName: cleanName(draft.storeName),
  realName: cleanName(draft.realName),
  documentNumber: wanted.has('documentNumber') ? cleanDocumentNumber(draft.documentNumber) : null,
  pictures: draft.pictures,
  code: draft.code.trim(),
  agreed: true,
  contract,
  strokes,
})
