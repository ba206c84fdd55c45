import { useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../data/loading/later.tsx'
import { keepCurrency, renameMarket } from '../../data/texts/rename-market.ts'
import { SnapshotContext } from '../../data/document/snapshot.ts'
import { usePerson } from '../../data/use-person.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWant } from '../../data/use-want.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { ErrorState } from '../../ui/blocks/empty-state.tsx'
import { update } from '../sw-client.ts'
import { BackToTop } from './back-to-top.tsx'
import { KeyHelp } from './key-help.tsx'
import { ServiceButton } from './service-button.tsx'
import { isAppearanceShown, showAppearance } from './show-appearance.ts'
import { TestMoneyMark } from './test-money-mark.tsx'
import { useSessionEnd } from './use-session-end.ts'
import { useShortcuts } from './use-shortcuts.ts'

export { mayReload } from '../may-reload.ts'
export { UpdateBanner } from './update-banner.tsx'

// A visitor has no address: it comes with another part of persons'.
const OwnAreaTeller = later(
  'tell-me',
  async () => (await import('../../parts/watches/tell-me-later.tsx')).OwnAreaTeller,
)

/**
 * The other parts of the frame: the way back to the top of a long screen, customer service, and keyboard shortcuts. It
 * also finds out where the person's goods go.
 */
export function FrameExtras() {
  const [help, setHelp] = useState(false)
  useMarket()
  useSessionEnd()
  const person = usePerson()
  useShortcuts(() => setHelp(true))
  return (
    <>
      <TestMoneyMark />
      <BackToTop />
      <ServiceButton />
      {person?.guest === false && <OwnAreaTeller key={person.uid} />}
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </>
  )
}

/** Stands for every screen where this device's storage cannot be opened, or a newer version of the app has taken it. */
export function NoDevice({ outdated }: { outdated: boolean }) {
  const { t } = useTranslation()
  return outdated ? (
    <ErrorState
      title={t('refusals.updateNeeded')}
      text={t('update.available')}
      retry={{ label: t('update.now'), run: update.applyOrReload }}
    />
  ) : (
    <ErrorState
      title={t('app.noDevice')}
      text={t('app.noDeviceHint')}
      retry={{ label: t('app.reload'), run: () => location.reload() }}
    />
  )
}

/**
 * The market's name and appearance may have changed since the page began. Settings that this device had fetched before
 * the document was rendered are older than the document. Where their appearance differs from the one shown, they are
 * fetched again.
 */
function useMarket(): void {
  const { market } = useMoney()
  const { i18n } = useTranslation()
  const since = useContext(SnapshotContext).at
  const site = useSettings()
  useWant('site.settings', {}, site?.appearance !== undefined && !isAppearanceShown(site.appearance))
  useEffect(() => {
    if (!site || site.at < since) return
    renameMarket(i18n, site.web_name)
    if (site.appearance) showAppearance(site.appearance)
  }, [i18n, site, since])
  useEffect(() => keepCurrency(market), [market])
}
