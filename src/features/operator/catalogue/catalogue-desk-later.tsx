import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Badge } from '../../../ui/blocks/badge.tsx'
import { ListRow } from '../../../ui/blocks/list.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { BarSheet, type Barred } from './bar-sheet.tsx'
import { FindField } from '../find-field.tsx'
import { FoundList } from '../found-list.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

/** Products and reviews, found by what they say (at first by `?find=`); each can be taken off, and shown again. */
export function CatalogueDesk() {
  const { t } = useTranslation()
  const [what, setWhat] = useState<Barred['what']>('goods')
  const [params] = useSearchParams()
  const [find, setFind] = useState(params.get('find') ?? '')
  const [chosen, setChosen] = useState<Barred>()
  const [times, setTimes] = useState(0)
  const found = { find: useDeferredValue(find), onChoose: setChosen }
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <FindField
          label={t(what === 'goods' ? 'catalogueDesk.findGoods' : 'catalogueDesk.findReviews')}
          value={find}
          onChange={setFind}
        />
        <Select<Barred['what']>
          label={t('desks.catalogue')}
          value={what}
          choices={[
            { value: 'goods', label: t('catalogueDesk.goods') },
            { value: 'review', label: t('catalogueDesk.reviews') },
          ]}
          onChange={setWhat}
        />
      </div>
      {what === 'goods' ? <GoodsFound key={times} {...found} /> : <ReviewsFound key={times} {...found} />}
      {chosen && (
        <BarSheet
          barred={chosen}
          onClose={() => setChosen(undefined)}
          // Asks again what is found.
          onDone={() => setTimes((n) => n + 1)}
        />
      )}
    </div>
  )
}

interface Found {
  find: string
  onChoose(chosen: Barred): void
}

function GoodsFound({ find, onChoose }: Found) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const asked = useOperatorCall('operator.goods', { find })
  return (
    <FoundList
      asked={asked}
      label={t('catalogueDesk.goods')}
      rows={asked.data?.goods}
      more={asked.data?.more}
      empty={t('catalogueDesk.noGoods')}
    >
      {({ id, title, store, price, currency, offered, barred }) => (
        <ListRow
          key={id}
          title={<bdi>{textIn(title, language)}</bdi>}
          text={
            <bdi>
              {store} · {format.money(price, currency)}
            </bdi>
          }
          end={
            barred !== null ? (
              <Badge tone="bad">{t('catalogueDesk.barred')}</Badge>
            ) : (
              !offered && <Badge>{t('catalogueDesk.notOffered')}</Badge>
            )
          }
          onPress={() =>
            onChoose({ what: 'goods', id, productId: id, name: textIn(title, language), barred, canBar: offered })
          }
        />
      )}
    </FoundList>
  )
}

function ReviewsFound({ find, onChoose }: Found) {
  const { t } = useTranslation()
  const language = useLanguage()
  const asked = useOperatorCall('operator.reviews', { find })
  return (
    <FoundList
      asked={asked}
      label={t('catalogueDesk.reviews')}
      rows={asked.data?.reviews}
      more={asked.data?.more}
      empty={t('catalogueDesk.noReviews')}
    >
      {({ id, productId, title, author, rating, text, pictures, shown, at, barred }) => (
        <ListRow
          key={id}
          title={<bdi>{text === '' ? t('catalogueDesk.noWords') : text}</bdi>}
          text={
            <bdi>
              {[
                t('catalogueDesk.stars', { count: rating }),
                ...(pictures > 0 ? [t('catalogueDesk.pictures', { count: pictures })] : []),
                ...(author === '' ? [] : [author]),
                textIn(title, language),
                exactTime(at, language),
              ].join(' · ')}
            </bdi>
          }
          end={barred !== null && <Badge tone="bad">{t('catalogueDesk.barred')}</Badge>}
          onPress={() =>
            onChoose({
              ...{ what: 'review', id, productId, name: textIn(title, language), text, barred, canBar: true },
              pictures: shown,
            })
          }
        />
      )}
    </FoundList>
  )
}
