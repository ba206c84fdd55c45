import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { ELSEWHERE, zoneWays } from '#contract/shipping/charges.ts'
import { ZONES_MAX, type KeptTerms, type StoreZone } from '#contract/shipping/zones.ts'
import { unweighed } from '#localdb/queries/products/unweighed.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useZoneText } from '../../../parts/stores/use-zone-text.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../centre.module.css'
import { ZoneSheet } from './zone-sheet.tsx'

/** Where the store ships to, and for how much: each zone in a sentence. */
export function ZonesSection({ terms }: { terms: KeptTerms & { zones: readonly StoreZone[] } }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const { zones, currency, shipping } = terms
  const { countriesOf, termsOf } = useZoneText((amount) => money(amount, currency))
  const [at, setAt] = useState<string>()
  const zone = zones.find(({ id }) => id === at)
  const everywhere = zones.some(({ countries }) => countries.includes(ELSEWHERE))
  return (
    <Section title={t('zones.title')}>
      <div className={styles.stack}>
        <p className={styles.soft}>
          {zones.length === 0
            ? t('zones.none', { price: shipping === 0 ? t('shipping.free') : money(shipping, currency) })
            : t(everywhere ? 'zones.everywhere' : 'zones.nowhereElse')}
        </p>
        {zones.length > 0 && (
          <List label={t('zones.title')}>
            {zones.map((one) => (
              <ListRow
                key={one.id}
                title={<bdi>{countriesOf(one.countries)}</bdi>}
                text={<bdi>{termsOf(one)}</bdi>}
                // A way of a newer version of this app is left alone.
                {...(knownOr(zoneWays, one.by, undefined) && { onPress: () => setAt(one.id) })}
              />
            ))}
          </List>
        )}
        {zones.some(({ by }) => by === 'weight') && <Unweighed />}
        {zones.length < ZONES_MAX && (
          <Button kind="secondary" wide icon={<Plus />} onClick={() => setAt('new')}>
            {t('zones.new')}
          </Button>
        )}
        <ZoneSheet
          terms={terms}
          zone={zone}
          open={at === 'new' || zone !== undefined}
          onClose={() => setAt(undefined)}
        />
      </div>
    </Section>
  )
}

/** How many goods on sale do not say what they weigh. */
function Unweighed() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const store = useStoreParam()
  const count = useStoreLive(unweighed)
  if (!count) return null
  return (
    <Notice
      tone="warn"
      action={
        <ButtonLink kind="quiet" small href={links.centreGoods(store)}>
          {t('zones.toGoods')}
        </ButtonLink>
      }
    >
      {t('zones.unweighed', { count, n: number(count) })}
    </Notice>
  )
}
