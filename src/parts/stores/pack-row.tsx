import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PackRow } from '#localdb/queries/packs.ts'
import { links } from '../../links/links.ts'
import { isSavingData } from '../../data/device/saver.ts'
import { useCall } from '../../data/use-call.ts'
import { useReachable } from '../../data/use-status.ts'
import { Button } from '../../ui/controls/button.tsx'
import { exactTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './pack-row.module.css'
import { useFailureText } from '../failures/use-failure-text.ts'
import { useFormat } from '../format/use-format.ts'
import { useSize } from '../format/use-size.ts'

/** A store that is taken along: how far it has come, and pausing, going on, bringing up to date, removing. */
export function PackRowView({ pack, titled = true }: { pack: PackRow; titled?: boolean }) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const size = useSize()
  const toast = useToast()
  const failureText = useFailureText()
  const reachable = useReachable()
  const take = useCall('pack.take')
  const pause = useCall('pack.pause')
  const remove = useCall('pack.remove')
  const { id, name, ids, done, state, bytes, pictures } = pack
  const goOn = async (loud: boolean) => {
    const outcome = await take.call({ id, name, pictures })
    if (loud && outcome.kind !== 'accepted') toast({ text: failureText(outcome), kind: 'bad' })
  }
  const again = useEffectEvent(() => void goOn(false))
  // One that was cut off goes on when it is seen, unless data is to be saved.
  useEffect(() => {
    if (reachable && (state === 'taking' || state === 'waiting') && !isSavingData()) again()
  }, [reachable, state])
  const [n, of] = [number(done), number(ids.length)]
  const text =
    state === 'whole'
      ? t('pack.whole', { n: of, size: size(bytes), time: exactTime(pack.at, locale) })
      : t(`pack.${state}`, { n, of })
  return (
    <div className={styles.pack}>
      {titled && (
        <h3 className={styles.name}>
          <a href={links.store(id)}>
            <bdi>{name}</bdi>
          </a>
        </h3>
      )}
      <p className={styles.text} role="status">
        {text}
      </p>
      {state !== 'whole' && (
        <progress className={styles.bar} max={Math.max(1, ids.length)} value={done} aria-label={t('pack.progress')} />
      )}
      <div className={styles.acts}>
        {state === 'taking' ? (
          <Button kind="secondary" small busy={pause.busy} onClick={() => void pause.call({ id })}>
            {t('pack.pause')}
          </Button>
        ) : (
          <Button kind="secondary" small busy={take.busy} onClick={() => void goOn(true)}>
            {t(state === 'whole' ? 'pack.refresh' : 'pack.goOn')}
          </Button>
        )}
        <Button kind="quiet" small busy={remove.busy} onClick={() => void remove.call({ id })}>
          {t('pack.remove')}
        </Button>
      </div>
    </div>
  )
}
