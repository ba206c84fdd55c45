import ChevronUp from 'lucide-react/icons/chevron-up'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { paymentMethods } from '#contract/market/payment-methods.ts'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { listedNames, movedName, withName } from './listed-names.ts'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

interface ListProps {
  /** As it is kept: names with commas between. */
  value: string
  busy: boolean
  save(value: string): void
}

/** The groups of articles in the footer, in their order. */
export function FooterGroups({ value, busy, save }: ListProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, failure, again, busy: asks } = useOperatorCall('operator.articles', {})
  if (!data) return failure ? <AskedFailure failure={failure} busy={asks} again={again} /> : <Skeleton height="12rem" />
  const names = listedNames(value)
  const place = ({ slug }: { slug: string }) => (names.includes(slug) ? names.indexOf(slug) : names.length)
  const tops = data.groups.filter(({ above }) => above === null).toSorted((a, b) => place(a) - place(b))
  return (
    <div role="group" className={styles.stack} aria-label={t('operatorSettings.footer_news')}>
      <h3>{t('operatorSettings.footer_news')}</h3>
      <p className={styles.soft}>{t('operatorHints.footer_news')}</p>
      {tops.map(({ slug, name }) => {
        const called = textIn(name, language)
        return (
          <span key={slug} className={styles.acts}>
            <Checkbox
              label={called}
              checked={names.includes(slug)}
              disabled={busy}
              onChange={(on) => save(withName(names, slug, on).join(','))}
            />
            {names.indexOf(slug) > 0 && (
              <IconButton
                label={t('siteDesk.earlier', { name: called })}
                icon={<ChevronUp />}
                disabled={busy}
                onClick={() => save(movedName(names, slug).join(','))}
              />
            )}
          </span>
        )
      })}
    </div>
  )
}

/** The payment methods that the footer names. */
export function PaymentMethods({ value, busy, save }: ListProps) {
  const { t } = useTranslation()
  const names = listedNames(value)
  return (
    <div role="group" className={styles.stack} aria-label={t('operatorSettings.payment_methods')}>
      <h3>{t('operatorSettings.payment_methods')}</h3>
      {paymentMethods.map((name) => (
        <Checkbox
          key={name}
          label={t(`footer.${name}`)}
          checked={names.includes(name)}
          disabled={busy}
          onChange={(on) => save(withName(names, name, on).join(','))}
        />
      ))}
    </div>
  )
}
