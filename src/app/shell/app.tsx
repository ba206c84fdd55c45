import type { i18n } from 'i18next'
import { memo, useMemo, useState, type ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { Route as WouterRoute, Router } from 'wouter'
import type { LocaleCode } from '#contract/text/locales.ts'
import type { NumberTable } from '#contract/text/numbers.ts'
import { localeOf } from '../../data/texts/language.ts'
import { later } from '../../data/loading/later.tsx'
import { useDeviceFailed, useOutdated, usePerson } from '../../data/use-person.ts'
import { FormatContext, formatOf } from '../../parts/format/use-format.ts'
import { MoneyProvider } from '../../parts/money/use-money.tsx'
import { UiLabelsContext } from '../../ui/labels.ts'
import { ToastProvider } from '../../ui/layers/toast.tsx'
import { useEntry, usePath, useSearchString } from '../navigation.ts'
import { RoutePart } from '../route-part.tsx'
import { routeAt, type Route } from '../routes.ts'
import { Frame } from './frame.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { ScreenSkeleton } from '../screen-skeleton.tsx'

const NoDevice = later('frame', async () => (await import('./frame-later.tsx')).NoDevice)

/**
 * The whole app: language, router, frame, and the screen of the shown history entry; with `skeleton` a placeholder of
 * the screen, for a document that is the same for everybody.
 */
export function App({ translator, skeleton = false }: { translator: i18n; skeleton?: boolean }) {
  return (
    <I18nextProvider i18n={translator}>
      <Labels>
        <ToastProvider>
          <Router hook={usePath} searchHook={useSearchString}>
            <ScreenBoundary>
              <Screens skeleton={skeleton} />
            </ScreenBoundary>
          </Router>
        </ToastProvider>
      </Labels>
    </I18nextProvider>
  )
}

function Screens({ skeleton }: { skeleton: boolean }) {
  const entry = useEntry()
  const person = usePersonCount()
  const failed = useDeviceFailed()
  const outdated = useOutdated()
  const route = routeAt(entry.path)
  return (
    <Frame route={route} path={entry.path}>
      {outdated || failed ? (
        <NoDevice outdated={outdated} instead={<ScreenSkeleton />} />
      ) : (
        // A screen lives as long as its history entry and its person: another person's screen starts empty.
        <ScreenBoundary key={`${entry.key} ${person}`}>
          {skeleton ? <ScreenSkeleton /> : <Shown route={route} />}
        </ScreenBoundary>
      )}
    </Frame>
  )
}

/** Counts how often the person of this page has changed; the first arrival does not count. */
function usePersonCount(): number {
  const uid = usePerson()?.uid
  const [seen, setSeen] = useState({ uid, count: 0 })
  if (uid === seen.uid) return seen.count
  const next = { uid, count: seen.uid === undefined ? seen.count : seen.count + 1 }
  setSeen(next)
  return next.count
}

const Shown = memo(function Shown({ route }: { route: Route }) {
  return (
    <WouterRoute path={route.path}>
      <RoutePart route={route} />
    </WouterRoute>
  )
})

/** The UI kit's own words and the way to write numbers, in the current language. */
function Labels({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language
  const labels = useMemo(
    () => ({
      locale,
      close: t('ui.close'),
      back: t('ui.back'),
      less: t('ui.less'),
      more: t('ui.more'),
      showPassword: t('ui.showPassword'),
      hidePassword: t('ui.hidePassword'),
      loading: t('ui.loading'),
      notifications: t('ui.notifications'),
      refreshing: t('ui.refreshing'),
      justNow: t('ui.justNow'),
    }),
    [t, locale],
  )
  const format = useMemo(
    () => formatOf(i18n.getResource(locale, 'translation', 'numbers') as NumberTable, localeOf(locale as LocaleCode)),
    [i18n, locale],
  )
  return (
    <UiLabelsContext value={labels}>
      <FormatContext value={format}>
        <MoneyProvider>{children}</MoneyProvider>
      </FormatContext>
    </UiLabelsContext>
  )
}
