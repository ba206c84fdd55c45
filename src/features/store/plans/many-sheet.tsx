import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { useStoreCall, type PlanShown } from '../../../data/stores/use-store.ts'
import { useFailureText } from '../../../parts/failures/use-failure-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { CategoryField } from '../products/category-field.tsx'
import styles from '../products/goods-plan.module.css'
import { PlanView } from './plan-view.tsx'
import type { ManyKind } from './many-kinds.ts'
import { manyWays, useManyForm, type ManyForm } from './use-many-form.ts'

/** One change of the chosen goods: entered, previewed, confirmed. */
export function ManySheet({
  kind,
  chosen,
  close,
  done,
}: {
  kind: ManyKind
  chosen: readonly GoodsItem[]
  close(): void
  done(): void
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { market } = useMoney()
  const form = useManyForm(kind, chosen[0]?.currency ?? market)
  const { plan, trouble, busy, look, begin, leave } = useManyPlan(chosen, form, done)
  const id = useId()
  const back = (
    <Button kind="secondary" onClick={leave}>
      {t('goodsBulk.back')}
    </Button>
  )
  return (
    <Sheet
      open
      onClose={close}
      title={t(`goodsBulk.act.${kind}`)}
      footer={
        <div className={styles.foot}>
          {!plan ? (
            <Button type="submit" form={id} wide busy={busy}>
              {t('goodsFile.look')}
            </Button>
          ) : plan.changed === 0 ? (
            back
          ) : (
            <>
              {back}
              <Button busy={busy} onClick={begin}>
                {t('goodsBulk.confirm', { n: number(plan.changed) })}
              </Button>
            </>
          )}
        </div>
      }
    >
      {trouble && (
        <Notice tone="bad" urgent>
          {trouble}
        </Notice>
      )}
      {plan ? (
        <PlanView plan={plan} bulk />
      ) : (
        <form
          id={id}
          className={styles.pick}
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            look()
          }}
        >
          <p className={styles.soft}>{t('goodsBulk.chosen', { n: number(chosen.length) })}</p>
          <Fields kind={kind} form={form} />
        </form>
      )}
    </Sheet>
  )
}

/** The plan of the change once it has been previewed, and the action that carries it out. */
function useManyPlan(chosen: readonly GoodsItem[], form: ManyForm, done: () => void) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const ask = useStoreCall('goods.plan')
  const go = useStoreCall('goods.begin')
  const [plan, setPlan] = useState<PlanShown>()
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  const during = (work: Promise<void>): void => {
    setBusy(true)
    setTrouble(undefined)
    void work.finally(() => setBusy(false))
  }
  const look = async () => {
    const act = form.read()
    if (!act) return
    const answer = await ask({ of: 'bulk', ids: chosen.map((item) => item.id), act })
    if (answer.kind !== 'accepted') return setTrouble(failureText(answer))
    setPlan(answer.data.shown ?? undefined)
  }
  const begin = async () => {
    const answer = await go({ plan: plan!.plan, name: '' })
    if (answer.kind !== 'accepted') return setTrouble(failureText(answer))
    if (answer.data.became === 'begun') return done()
    if (answer.data.became === 'lost') return look()
    setTrouble(t('goodsBulk.busy'))
  }
  return {
    ...{ plan, trouble, busy },
    look: () => during(look()),
    begin: () => during(begin()),
    leave: () => setPlan(undefined),
  }
}

function Fields({ kind, form }: { kind: ManyKind; form: ManyForm }) {
  const { t } = useTranslation()
  const { way, text, error, put } = form
  if (kind === 'category')
    return <CategoryField value={form.categoryId} error={error} onChange={(categoryId) => put({ categoryId })} />
  return (
    <>
      <Select
        label={t(`goodsBulk.how.${kind}`)}
        value={way}
        choices={manyWays[kind].map((value) => ({ value, label: t(`goodsBulk.way.${value}`) }))}
        onChange={(value) => put({ way: value })}
      />
      {kind !== 'show' && (
        <Field
          label={
            kind === 'stock' ? t('storeGoods.howMany') : t(way === 'set' ? 'storeGoods.price' : 'goodsBulk.percent')
          }
          inputMode={kind === 'stock' ? 'numeric' : 'decimal'}
          dir="ltr"
          autoComplete="off"
          value={text}
          error={error}
          hint={t(`goodsBulk.hint.${way as 'set' | 'dearer' | 'cheaper' | 'add' | 'take'}`)}
          onChange={(e) => put({ text: e.target.value })}
        />
      )}
    </>
  )
}
