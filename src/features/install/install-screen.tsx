import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { QrCode } from '../../parts/pictures/qr-code.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { ChipLink, ChipRow } from '../../ui/controls/chip.tsx'
import { useTakenOver } from '../../ui/taken-over.ts'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './install.module.css'
import { platformOf, platforms, type Platform } from './platform.ts'
import { useInstallOffer } from './use-install-offer.ts'

const whom = ['buyers', 'sellers'] as const
const icons = { buyers: <ShoppingBag />, sellers: <Store /> }
const installed = (): boolean => matchMedia('(display-mode: standalone)').matches

/** How this app is installed, on this device and on others: by the browser, from no store. */
export function InstallScreen() {
  const { t } = useTranslation()
  const here = useTakenOver()
  const reader = new URLSearchParams(useSearch()).get('for') === 'sellers' ? 'sellers' : 'buyers'
  const take = useInstallOffer()
  const own = here ? platformOf(navigator.userAgent, navigator.maxTouchPoints) : undefined
  const others = platforms.filter((platform) => platform !== own)
  return (
    <Screen width="narrow">
      <ChipRow label={t('install.forWhom')}>
        {whom.map((one) => (
          <ChipLink key={one} href={links.install(one)} current={one === reader} icon={icons[one]}>
            {t(`install.${one}`)}
          </ChipLink>
        ))}
      </ChipRow>
      <p>{t(`install.lead.${reader}`)}</p>
      {reader === 'sellers' && (
        <>
          <ButtonLink icon={<Store />} href={links.merchant}>
            {t('install.toMerchant')}
          </ButtonLink>
          <ButtonLink kind="secondary" href={links.know('sellers')}>
            {t('install.toGuide')}
          </ButtonLink>
        </>
      )}
      {here && installed() ? (
        <p className={styles.done}>
          <Check aria-hidden="true" />
          {t('install.done')}
        </p>
      ) : (
        take && <InstallButton take={take} />
      )}
      {own && <Steps platform={own} open />}
      {others.map((platform) => (
        <Steps key={platform} platform={platform} open={false} />
      ))}
      <OtherDevice reader={reader} />
    </Screen>
  )
}

function InstallButton({ take }: { take(): Promise<boolean> }) {
  const { t } = useTranslation()
  const toast = useToast()
  const press = async () => {
    if (await take()) toast({ text: t('install.accepted'), kind: 'good' })
  }
  return (
    <Button icon={<Download />} onClick={() => void press()}>
      {t('install.now')}
    </Button>
  )
}

function Steps({ platform, open }: { platform: Platform; open: boolean }) {
  const { t } = useTranslation()
  return (
    <details className={styles.platform} open={open}>
      <summary>{t(`install.on.${platform}`)}</summary>
      <ol>
        {(['first', 'second', 'third'] as const).map((step) => (
          <li key={step}>{t(`install.steps.${platform}.${step}`)}</li>
        ))}
      </ol>
    </details>
  )
}

/** The market's address as a code to scan and to copy, for another device. */
function OtherDevice({ reader }: { reader: (typeof whom)[number] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const here = useTakenOver()
  const site = useSettings()
  if (!here) return null
  const address = new URL(reader === 'sellers' ? links.merchant : '/', site?.address ?? location.origin).href
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    toast(copied ? { text: t('install.copied'), kind: 'good' } : { text: t('install.notCopied'), kind: 'bad' })
  }
  return (
    <Card className={styles.other}>
      <h2 className={styles.title}>{t('install.other')}</h2>
      <p>{t('install.scan')}</p>
      <QrCode text={address} label={t('install.code', { address })} />
      <p className={styles.address}>
        <bdi dir="ltr">{address}</bdi>
      </p>
      <Button kind="secondary" icon={<Copy />} onClick={() => void copy()}>
        {t('install.copy')}
      </Button>
    </Card>
  )
}
