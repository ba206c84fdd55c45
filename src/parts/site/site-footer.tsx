import Wallet from 'lucide-react/icons/wallet'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import type { GroupRow, SiteRow } from '#localdb/queries/site.ts'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { useNow } from '../../ui/time.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { paymentMark } from './payment-marks.ts'
import { pictureSources } from '../pictures/picture-sources.ts'
import { showsFooter } from './shows-footer.ts'
import styles from './site-footer.module.css'
import { useFormat } from '../format/use-format.ts'

/**
 * The footer of the market (spec §2): what the operator wrote, by group; where it delivers, what it takes, its
 * partners, the copyright line, and who runs it. On a phone the groups are folded. `demo`: the figures of this market
 * are invented.
 */
export function SiteFooter({ demo }: { demo: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const site = useSettings()
  const [path] = useLocation()
  const imprint = Object.values(site?.imprint ?? {})
    .filter(Boolean)
    .join(' · ')
  if (!showsFooter(path)) return null
  return (
    <footer className={styles.footer}>
      {site && <Groups groups={site.footer_news} />}
      {site && <Standing site={site} />}
      {demo && <p>{t('footer.demo')}</p>}
      {site && (
        <p>
          {t('footer.copyright', { year: now === undefined ? '' : new Date(now).getFullYear(), name: site.web_name })}
        </p>
      )}
      {imprint && <p dir="auto">{imprint}</p>}
    </footer>
  )
}

/** The groups with their links, side by side on a desk, one below the other on a phone. */
function Groups({ groups }: { groups: SiteRow['footer_news'] }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const desk = useIsWide()
  return (
    <nav aria-label={t('footer.label')} className={styles.groups}>
      {groups
        .filter((group) => group.pid === 0)
        .map((root) => {
          const name = textIn(root.name, locale)
          const list = (
            <ul>
              {groups
                .filter((group) => group.pid === root.id)
                .map((group) => (
                  <li key={group.id}>
                    <a href={hrefOf(group)} className={styles.link}>
                      {textIn(group.name, locale)}
                    </a>
                  </li>
                ))}
            </ul>
          )
          return desk ? (
            <section key={root.id} aria-label={name}>
              <h2 className={styles.name}>{name}</h2>
              {list}
            </section>
          ) : (
            <details key={root.id} className={styles.fold}>
              <summary className={styles.name}>{name}</summary>
              {list}
            </details>
          )
        })}
    </nav>
  )
}

const hrefOf = ({ id, path }: Pick<GroupRow, 'id' | 'path'>): string => path ?? links.page([id])

/** Where the market delivers, what it takes, and with whom it works. */
function Standing({ site }: { site: SiteRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.standing}>
      <details className={styles.countries}>
        <summary>{t('footer.countries', { n: format.number(site.countries) })}</summary>
        <p>{t('footer.countriesMeaning')}</p>
      </details>
      {site.payment_methods.length + (site.payment_sources ?? []).length > 0 && (
        <ul aria-label={t('footer.payments')} className={styles.strip}>
          {site.payment_methods.map((name) => (
            <li key={name} className={styles.method}>
              <Mark name={name} />
              {name === 'balance' ? t('footer.balance') : <bdi>{name}</bdi>}
            </li>
          ))}
          {site.payment_sources?.map((source) => (
            <li key={`by ${source.name}`} className={styles.partner}>
              <PartnerName partner={source} />
            </li>
          ))}
        </ul>
      )}
      {site.partners.length > 0 && (
        <ul aria-label={t('footer.partners')} className={styles.strip}>
          {site.partners.map((partner) => (
            <li key={partner.name} className={styles.partner}>
              <PartnerName partner={partner} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Mark({ name }: { name: string }) {
  const path = paymentMark(name)
  if (path === undefined) return name === 'balance' ? <Wallet aria-hidden="true" className={styles.mark} /> : null
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={styles.mark}>
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function PartnerName({ partner: { name, url, logo } }: { partner: SiteRow['partners'][number] }) {
  const shown = (
    <>
      {logo && <PictureView className={styles.logo} sources={pictureSources({ src: logo })} alt="" sizes="32px" />}
      <bdi>{name}</bdi>
    </>
  )
  if (!url) return shown
  return (
    <a href={url} className={styles.link} rel="noopener noreferrer">
      {shown}
    </a>
  )
}
