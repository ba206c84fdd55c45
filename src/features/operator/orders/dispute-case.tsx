import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { problems, reportStates, wishes } from '#contract/reports/rules.ts'
import { ShownPictures } from '../../../parts/pictures/shown-pictures.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { usePieceTitle } from '../../../parts/orders/use-piece-title.ts'
import { Card } from '../../../ui/blocks/card.tsx'
import { RelativeTime } from '../../../ui/time.tsx'
import { DisputeDecision } from './dispute-decision.tsx'
import { DisputeOrder, type DisputeShown } from './dispute-order.tsx'
import { DisputeTalk } from './dispute-talk.tsx'
import styles from './disputes.module.css'

/** One problem: both sides' words and pictures, the order it is about, and its decision. */
export function DisputeCase({ dispute, onDecided }: { dispute: DisputeShown; onDecided(): void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = usePieceTitle()
  const { report, order, talk, held, most, currency } = dispute
  const line = order.lines.find(({ id, variantId }) => id === report.line.id && variantId === report.line.variantId)
  const title = titleOf(line)
  return (
    <Card className={styles.case}>
      <div className={styles.story}>
        <h2 className={styles.title}>
          {t(`disputes.problem.${knownOr(problems, report.problem, 'newer')}`)} · <bdi>{order.number}</bdi>
        </h2>
        <p className={styles.soft}>
          <bdi>{order.shop}</bdi> · <bdi>{order.buyer}</bdi> · <RelativeTime at={report.turnAt} />
        </p>
        <p dir="auto">{t('disputes.goods', { n: format.number(report.line.num), title })}</p>
        <p className={styles.soft}>
          {t('disputes.sums', { held: format.money(held, currency), most: format.money(most, currency) })}
        </p>
        <Words who={t('disputes.buyer')} words={report.text} />
        <p className={styles.soft}>{t(`centre.wish.${knownOr(wishes, report.wish, 'newer')}`)}</p>
        <ShownPictures pictures={report.pictures} />
        <Words who={t('disputes.store')} words={report.answer ?? ''} />
        {report.offer !== null && (
          <p className={styles.soft}>{t('disputes.offered', { money: format.money(report.offer, currency) })}</p>
        )}
        <details className={styles.more}>
          <summary>{t('disputes.order')}</summary>
          <DisputeOrder dispute={dispute} />
        </details>
        {talk.length > 0 && (
          <details className={styles.more}>
            <summary>{t('disputes.talkHead', { count: talk.length, n: format.number(talk.length) })}</summary>
            <DisputeTalk talk={talk} />
          </details>
        )}
      </div>
      {report.state === 'escalated' ? (
        <DisputeDecision dispute={dispute} onDecided={onDecided} />
      ) : (
        <p className={styles.soft}>{t(`disputes.stands.${knownOr(reportStates, report.state, 'newer')}`)}</p>
      )}
    </Card>
  )
}

function Words({ who, words }: { who: string; words: string }) {
  const { t } = useTranslation()
  return (
    <p className={styles.words}>
      <strong>{who}</strong>
      <span dir="auto">{words || t('disputes.silent')}</span>
    </p>
  )
}
