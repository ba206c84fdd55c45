import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byId } from '#contract/rules/by-id.ts'
import { textIn } from '#contract/locales.ts'
import { allCategories } from '#localdb/queries/store-goods.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Combobox } from '../../ui/combobox.tsx'

/** The categories by their names from the root down, in the member's language. */
export function useCategoryNames(): Map<number, string> | undefined {
  const { locale } = useFormat()
  const all = useLive(allCategories, [])
  useWant('catalogue.categories', {}, all?.length === 0)
  return useMemo(() => {
    if (!all) return undefined
    const known = byId(all)
    const pathOf = (id: number): string => {
      const names: string[] = []
      for (let at = known.get(id); at && names.length < 10; at = known.get(at.pid))
        names.unshift(textIn(at.name, locale))
      return names.join(' › ')
    }
    return new Map(all.map(({ id }) => [id, pathOf(id)]))
  }, [all, locale])
}

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
