import { useTranslation } from 'react-i18next'
import type { CurrencyUse, DeskRate, PastRate } from '#contract/currencies/schema-operator.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import styles from '../operator.module.css'
import { RateForm } from './rate-form.tsx'
import { useAct } from '../use-act.ts'
import { useOperatorCall } from '../use-operator-call.ts'
import { useListed } from '../use-listed.ts'
import { useRateWords } from './use-rate-words.ts'

interface RateSheetProps {
  rate: DeskRate
  step: number
  onClose(): void
  onDone(waits: readonly string[]): void
}

/** A currency or coin: its rate, the latest changes, who uses it, and its removal. */
export function RateSheet({ rate, step, onClose, onDone }: RateSheetProps) {
  const { t } = useTranslation()
  const { nameOf } = useRateWords()
  const { currency, known } = rate
  const asked = useOperatorCall('operator.currency', { currency })
  const { data } = asked
  return (
    <Sheet open onClose={onClose} title={nameOf(currency)}>
      <div className={styles.stack}>
        {known ? (
          <RateForm rate={rate} step={step} onDone={onDone} />
        ) : (
          <Notice tone="warn">{t('ratesDesk.unknownText')}</Notice>
        )}
        {asked.failure && <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />}
        {!data && !asked.failure && <Skeleton height="12rem" />}
        {data && (
          <>
            <Past currency={currency} past={data.past} />
            <Usage currency={currency} use={data.use} onRemoved={() => onDone([])} />
          </>
        )}
      </div>
    </Sheet>
  )
}

/** A source that stops a coin writes its rate again. */
const isAgain = (one: PastRate, later: PastRate | undefined): boolean => later?.at === one.at && later.rate === one.rate

function Past({ currency, past }: { currency: string; past: readonly PastRate[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { worth, sourceOf } = useRateWords()
  const rows = past.filter((one, i) => !isAgain(one, past[i - 1]))
  if (rows.length === 0) return null
  return (
    <Section title={t('ratesDesk.past')}>
      <List label={t('ratesDesk.past')}>
        {rows.map((one) => (
          <ListRow
            key={one.id}
            title={<bdi dir="ltr">{worth(currency, one.rate)}</bdi>}
            text={
              <>
                {exactTime(one.at, language)} · <bdi>{sourceOf(one)}</bdi>
              </>
            }
          />
        ))}
      </List>
    </Section>
  )
}

interface UsageProps {
  currency: string
  use: CurrencyUse
  onRemoved(): void
}

function Usage({ currency, use, onRemoved }: UsageProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const listed = useListed()
  const remove = useAct('operator.currencyRemove')
  const counts = [
    ['ratesDesk.useStores', use.stores],
    ['ratesDesk.useGoods', use.goods],
    ['ratesDesk.useOrders', use.orders],
    ['ratesDesk.useQuotes', use.quotes],
    ['ratesDesk.useHolders', use.holders],
  ] as const
  const facts = counts.flatMap(([key, count]) => (count > 0 ? [[t(key), number(count)] as const] : []))
  const press = async () => {
    if (await remove.act({ currency })) onRemoved()
  }
  return (
    <Section title={t('ratesDesk.use')}>
      <div className={styles.stack}>
        {facts.length > 0 && <Facts className={styles.facts} facts={facts} />}
        {use.names.length > 0 && (
          <p className={styles.soft}>
            <bdi>{listed(use.names)}</bdi>
          </p>
        )}
        <p className={styles.soft}>{t(facts.length > 0 ? 'ratesDesk.used' : 'ratesDesk.unused')}</p>
        {facts.length === 0 && (
          <Button kind="danger" wide busy={remove.busy} onClick={() => void press()}>
            {t('ratesDesk.remove')}
          </Button>
        )}
      </div>
    </Section>
  )
}
