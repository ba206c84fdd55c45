import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { useCategoryNames } from './use-category-names.ts'

/** Where a product stands in the market: found by typing a part of the name. */
export function CategoryField({
  value,
  error,
  onChange,
}: {
  value: number | undefined
  error: string | undefined
  onChange(id: number): void
}) {
  const { t } = useTranslation()
  const names = useCategoryNames()
  const [typed, setTyped] = useState<string>()
  const choices = useMemo(
    () =>
      [...(names ?? [])]
        .map(([id, label]) => ({ value: String(id), label }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [names],
  )
  const chosen = (value !== undefined && names?.get(value)) || ''
  return (
    <Combobox
      label={t('storeGoods.category')}
      text={typed ?? chosen}
      onText={setTyped}
      choices={choices}
      onChoose={(choice) => {
        setTyped(undefined)
        onChange(Number(choice.value))
      }}
      onLeave={() => setTyped(undefined)}
      error={error}
      hint={names?.size === 0 ? t('storeGoods.noCategories') : undefined}
    />
  )
}
