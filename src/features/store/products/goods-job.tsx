import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deskStatus } from '#localdb/queries/stores/centre.ts'
import { goodsJob, type GoodsJob } from '#localdb/queries/products/job.ts'
import { useStoreCall, useStoreLive, type JobAct } from '../../../data/stores/use-store.ts'
import { useFailureToast } from '../../../parts/failures/use-failure-toast.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import styles from './goods-plan.module.css'

/** The changes of many goods that are being recorded, or were; null when there are none. */
export const useGoodsJob = (): GoodsJob | null | undefined => useStoreLive(goodsJob)

/** How far the changes of many goods are: they go on here when the page that began them is closed. */
export function GoodsJobCard() {
  const job = useGoodsJob()
  const act = useStoreCall('goods.job')
  const failed = useFailureToast()
  const running = job?.state === 'running'
  useEffect(() => {
    if (running) void act({ act: 'resume' })
  }, [running, act])
  return job ? <JobCard key={job.id} job={job} act={(what) => act({ act: what }).then(failed)} /> : null
}

function JobCard({ job, act }: { job: GoodsJob; act(what: JobAct): Promise<unknown> }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const waiting = useStoreLive(deskStatus)?.waiting ?? 0
  const [busy, setBusy] = useState(false)
  const { state, what, name, all, done } = job
  const button = (label: string, does: JobAct, kind: 'primary' | 'secondary' | 'quiet' = 'secondary') => (
    <Button
      small
      kind={kind}
      busy={busy}
      onClick={() => {
        setBusy(true)
        void act(does).finally(() => setBusy(false))
      }}
    >
      {label}
    </Button>
  )
  const words =
    state === 'done' && waiting > 0 ? t('goodsFile.stillToSend', { n: number(waiting) }) : t(`goodsFile.job.${state}`)
  return (
    <Card>
      <section className={styles.job} aria-label={t('goodsFile.jobs')}>
        <p className={styles.jobName}>
          {name === '' ? t(`goodsFile.what.${what}`) : <bdi>{name}</bdi>}
          <span className={styles.figure}>{t('goodsFile.of', { n: number(done), all: number(all) })}</span>
        </p>
        <progress className={styles.bar} max={all} value={done} aria-label={t('goodsFile.progress')} />
        <p role="status" className={styles.soft}>
          {words}
        </p>
        <div className={styles.acts}>
          {state === 'running' && button(t('goodsFile.stop'), 'stop')}
          {state !== 'running' && state !== 'done' && (
            <>
              {button(t('goodsFile.goOn'), 'goOn', 'primary')}
              {button(t('goodsFile.giveUp'), 'forget')}
            </>
          )}
          {state === 'done' && (
            <>
              {what === 'bulk' && button(t('goodsFile.undo'), 'undo')}
              {button(t('goodsFile.close'), 'forget')}
            </>
          )}
        </div>
      </section>
    </Card>
  )
}
