import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { useErrors } from '../../../parts/forms/use-errors.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../operator.module.css'
import { useAct } from '../use-act.ts'
import { ReasonField } from '../reason-field.tsx'

/** A product or a review that may be taken off, or was. */
export interface Barred {
  what: 'goods' | 'review'
  id: number
  productId: number
  name: string
  /** The text of a review. */
  text?: string
  pictures?: readonly { src: string; tint: string }[] | undefined
  barred: string | null
  canBar: boolean
}

/** Takes a product or a review off for a reason, or shows it again. */
export function BarSheet({
  barred: { what, id, productId, name, text, pictures = [], barred, canBar },
  onClose,
  onDone,
}: {
  barred: Barred
  onClose(): void
  onDone(): void
}) {
  const { t } = useTranslation()
  const { act, busy } = useAct('operator.bar')
  const errors = useErrors(['reason'])
  const [reason, setReason] = useState('')
  const go = async () => {
    if (barred === null && !reason.trim()) return void errors.show({ reason: t('operator.reasonNeeded') })
    if (!(await act({ what, id, reason: barred === null ? reason : null }))) return
    onDone()
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={name}>
      <div className={styles.stack}>
        {text && <blockquote dir="auto">{text}</blockquote>}
        {pictures.length > 0 && (
          <ul className={styles.pictures} aria-label={t('catalogueDesk.pictures', { count: pictures.length })}>
            {pictures.map((picture, n) => (
              <li key={picture.src}>
                <PictureView
                  sources={pictureSources(picture)}
                  alt={t('catalogueDesk.picture', { n: n + 1 })}
                  tint={picture.tint}
                  sizes="10rem"
                />
              </li>
            ))}
          </ul>
        )}
        <ButtonLink kind="secondary" href={links.goods(productId)}>
          {t('catalogueDesk.look')}
        </ButtonLink>
        {barred !== null ? (
          <Notice tone="warn">{t('catalogueDesk.barredFor', { reason: barred })}</Notice>
        ) : (
          canBar && (
            <>
              <p>{t(what === 'goods' ? 'catalogueDesk.goodsText' : 'catalogueDesk.reviewText')}</p>
              <ReasonField {...errors.bind('reason', reason, setReason)} />
            </>
          )
        )}
        {barred === null && !canBar && <Notice>{t('catalogueDesk.notOffered')}</Notice>}
        {(barred !== null || canBar) && (
          <Button kind={barred === null ? 'danger' : 'primary'} wide busy={busy} onClick={() => void go()}>
            {t(barred === null ? 'catalogueDesk.take' : 'catalogueDesk.show')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
