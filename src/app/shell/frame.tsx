import { useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../../data/loading/later.tsx'
import { useMarketName } from '../../data/texts/market-name.ts'
import { settledIn } from '../../data/loading/settled-in.ts'
import { SnapshotContext } from '../../data/document/snapshot.ts'
import { usePerson } from '../../data/use-person.ts'
import { MarksProvider } from '../../parts/favourites/marks.tsx'
import { FrameContext } from '../../parts/screen/screen.tsx'
import { SearchLink } from '../../parts/screen/search-link.tsx'
import { useToastsLeave } from '../../ui/layers/toast.tsx'
import { TopBar } from '../../ui/blocks/top-bar.tsx'
import { goBack, useEntry } from '../navigation.ts'
import type { Route } from '../routes.ts'
import { update } from '../sw-client.ts'
import { screenOpened } from '../typed.ts'
import { BrandMark } from './brand.tsx'
import { DeskBar } from './desk-bar.tsx'
import styles from './frame.module.css'
import { StatusPlace } from './status-place.tsx'
import { TabBar } from './tab-bar.tsx'

const UpdateBanner = later('frame', async () => (await import('./frame-later.tsx')).UpdateBanner)
const FrameExtras = later('frame', async () => (await import('./frame-later.tsx')).FrameExtras, settledIn)

/**
 * The frame around every screen: top bar with the one h1 and the status, and the tab bar. On a desk the mark, the
 * search and the tabs are in one bar above the screen.
 */
export function Frame({ route, path, children }: { route: Route; path: string; children: ReactNode }) {
  const { t } = useTranslation()
  const [own, setTitle] = useState(useContext(SnapshotContext).title)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const frame = useMemo(() => ({ setTitle, end }), [end])
  const market = useMarketName()
  const title = own ?? t(`titles.${route.title}`)
  useEffect(() => {
    document.title = `${title} · ${market}`
  }, [title, market])
  const home = route.path === '/'
  const waiting = useSyncExternalStore(update.subscribe, update.waiting, () => false)
  const { key } = useEntry()
  useToastsLeave(key)
  useEffect(screenOpened, [key])
  // The worker has told whose device it is: what the first screen needs is here.
  const running = usePerson() !== undefined
  return (
    <FrameContext value={frame}>
      <div className={styles.frame} data-tabs={route.tabs && true} data-home={home || undefined}>
        <a href="#content" className={styles.skip}>
          {t('app.skip')}
        </a>
        <DeskBar />
        <div className={styles.column}>
          <div className={styles.head}>
            <TopBar
              title={
                <>
                  {home && (
                    <span className={styles.start}>
                      <BrandMark />
                      <SearchLink />
                    </span>
                  )}
                  {/* One element on every screen, so that the focus can be moved to it while they change. */}
                  <h1 tabIndex={-1} className={home ? 'visually-hidden' : styles.title} title={title}>
                    {title}
                  </h1>
                </>
              }
              onBack={route.tabs === true ? undefined : goBack}
              status={<StatusPlace />}
              endRef={setEnd}
            />
            {waiting && <UpdateBanner />}
          </div>
          <main id="content" tabIndex={-1} className={styles.main}>
            <MarksProvider>{children}</MarksProvider>
          </main>
        </div>
        <TabBar path={path} shown={route.tabs !== undefined} />
        {running && <FrameExtras />}
      </div>
    </FrameContext>
  )
}
