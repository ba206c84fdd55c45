import { useTranslation } from 'react-i18next'
import type { OrderDay } from '#contract/orders/days.ts'
import { links } from '../../../links/links.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'

interface DayNoticeProps {
  desk: 'orders' | 'people' | 'stores'
  day: string | undefined
  by?: OrderDay | undefined
}

/** Says that a desk shows one day alone, and leads to all. */
export function DayNotice({ desk, day, by = 'placed' }: DayNoticeProps) {
  const { t } = useTranslation()
  if (day === undefined) return null
  const what = desk === 'orders' ? t(`figures.by.${by}`) : t(`figures.${desk}`)
  return (
    <Notice
      action={
        <ButtonLink kind="quiet" small href={links.operator(desk)}>
          {t('figures.all')}
        </ButtonLink>
      }
    >
      {what} · <bdi dir="ltr">{day}</bdi>
    </Notice>
  )
}
