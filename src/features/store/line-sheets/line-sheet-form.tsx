import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SHEET_GOODS_MAX } from '#contract/products/rules.ts'
import { SHEET_ID_BYTES, SHEET_TITLE_MAX, SHEET_UNTIL_MAX, sheetIdOf } from '#contract/line-sheets/rules.ts'
import { useReachable } from '../../../data/use-status.ts'
import { useStoreMutate } from '../../../data/stores/use-store.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { useCategoryNames } from '../products/use-category-names.ts'
import styles from '../centre.module.css'
import type { SheetChoice } from './use-sheet-choice.ts'

interface FormProps {
  choice: SheetChoice
  title: string
  setTitle(title: string): void
  /** As the browser writes a local time; empty for no end. */
  until: string
  setUntil(until: string): void
}

/** Which products a line sheet is of, what it is called and until when it holds; makes a private link to it. */
export function LineSheetForm({ choice, title, setTitle, until, setUntil }: FormProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const online = useReachable()
  const mutate = useStoreMutate()
  const [wrong, setWrong] = useState<'name' | 'until'>()
  const make = async (e: FormEvent) => {
    e.preventDefault()
    const end = until === '' ? null : new Date(until).getTime()
    const bad =
      title.trim() === '' ? 'name' : end !== null && !(end > Date.now() && end <= SHEET_UNTIL_MAX) ? 'until' : undefined
    setWrong(bad)
    if (bad || choice.ids.length === 0) return
    const id = sheetIdOf(crypto.getRandomValues(new Uint8Array(SHEET_ID_BYTES)))
    const sheet = { id, title: title.trim(), goods: [...choice.ids], until: end }
    await mutate('sheet.make', sheet, { text: t(online ? 'lineSheet.made' : 'lineSheet.madeOffline'), kind: 'good' })
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void make(e)}>
        <Choice choice={choice} />
        <Field
          label={t('lineSheet.name')}
          maxLength={SHEET_TITLE_MAX}
          autoComplete="off"
          value={title}
          error={wrong === 'name' ? t('lineSheet.nameWrong') : undefined}
          onChange={(e) => setTitle(e.target.value)}
        />
        <Field
          label={t('lineSheet.until')}
          hint={t('lineSheet.untilHint')}
          type="datetime-local"
          value={until}
          error={wrong === 'until' ? t('lineSheet.untilWrong') : undefined}
          onChange={(e) => setUntil(e.target.value)}
        />
        {choice.found > SHEET_GOODS_MAX && (
          <Notice>{t('lineSheet.bound', { max: number(SHEET_GOODS_MAX), n: number(choice.found) })}</Notice>
        )}
        {choice.gone > 0 && <Notice>{t('lineSheet.gone', { count: choice.gone, n: number(choice.gone) })}</Notice>}
        <Button type="submit" wide kind="secondary">
          {t('lineSheet.make')}
        </Button>
      </form>
    </Card>
  )
}

function Choice({ choice }: { choice: SheetChoice }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const names = useCategoryNames()
  const labels = {
    all: t('lineSheet.of.all', { n: number(choice.all) }),
    ticked: t('lineSheet.of.ticked', { n: number(choice.ticked) }),
    category: t('lineSheet.of.category'),
  }
  return (
    <>
      <Select
        label={t('lineSheet.which')}
        value={choice.of}
        choices={choice.ways.map((value) => ({ value, label: labels[value] }))}
        onChange={choice.setOf}
      />
      {choice.of === 'category' && (
        <Select
          label={t('lineSheet.category')}
          value={String(choice.category)}
          choices={[...choice.categories].map(([id, count]) => ({
            value: String(id),
            label: t('lineSheet.categoryOf', { name: names?.get(id) ?? number(id), n: number(count) }),
          }))}
          onChange={(id) => choice.setCategory(Number(id))}
        />
      )}
    </>
  )
}
