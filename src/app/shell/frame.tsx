import { lazy, Suspense, useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SnapshotContext } from '../../data/snapshot.ts'
import { MarksProvider } from '../../parts/marks.tsx'
import { FrameContext } from '../../parts/screen.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { goBack } from '../navigation.ts'
import type { Route } from '../routes.ts'
import { update } from '../sw-client.ts'
import { BrandMark } from './brand.tsx'
import styles from './frame.module.css'
import { StatusLine } from './status-line.tsx'
import { TabBar } from './tab-bar.tsx'

const UpdateBanner = lazy(async () => ({ default: (await import('./update-banner.tsx')).UpdateBanner }))

/** The frame around every screen: top bar with the one h1, status line, tab bar or rail. */
export function Frame({ route, path, children }: { route: Route; path: string; children: ReactNode }) {
  const { t } = useTranslation()
  const [own, setTitle] = useState(useContext(SnapshotContext).title)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const frame = useMemo(() => ({ setTitle, end }), [end])
  const title = own ?? t(`titles.${route.title}`)
  useEffect(() => {
    document.title = `${title} · Caravan`
  }, [title])
  const home = route.path === '/'
  const waiting = useSyncExternalStore(update.subscribe, update.waiting, () => false)
  return (
    <FrameContext value={frame}>
      <div className={styles.frame} data-tabs={route.tabs}>
        <a href="#content" className={styles.skip}>
          {t('app.skip')}
        </a>
        <div className={styles.column}>
          <div className={styles.head}>
            <TopBar
              title={
                home ? (
                  <span className={styles.brand}>
                    <BrandMark />
                    <span aria-hidden="true">Caravan</span>
                    <h1 tabIndex={-1} className={styles.homeTitle}>
                      {title}
                    </h1>
                  </span>
                ) : (
                  <h1 tabIndex={-1} className={styles.title} title={title}>
                    {title}
                  </h1>
                )
              }
              onBack={route.tabs ? undefined : goBack}
              endRef={setEnd}
            />
            <StatusLine />
            {waiting && (
              <Suspense fallback={null}>
                <UpdateBanner />
              </Suspense>
            )}
          </div>
          <main id="content" tabIndex={-1} className={styles.main}>
            <MarksProvider>{children}</MarksProvider>
          </main>
        </div>
        <TabBar path={path} shown={route.tabs === true} />
      </div>
    </FrameContext>
  )
}
