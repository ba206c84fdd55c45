import { useTranslation } from 'react-i18next'
import type { AreaChange } from '#contract/market/schema-operator-areas.ts'
import type { CallOutput } from '../../../data/use-call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import looks from './areas.module.css'
import { useListed } from '../use-listed.ts'

/** The areas that a change has opened and closed. */
export type ChangedAreas = CallOutput<'operator.areasSet'>

interface AreasMadeProps {
  made: ChangedAreas
  nameOf(code: string): string
  busy: boolean
  make(change: AreaChange): Promise<void>
}

/** The effect of a change that was made, with the opposite change beside it, in sight wherever the list is scrolled. */
export function AreasMade({ made: { opened, closed }, nameOf, busy, make }: AreasMadeProps) {
  const { t } = useTranslation()
  const listed = useListed()
  const line = (key: 'areasDesk.opened' | 'areasDesk.closed', codes: readonly string[], act: 'open' | 'close') =>
    codes.length > 0 && (
      <Notice
        tone="good"
        action={
          <Button small kind="secondary" busy={busy} onClick={() => void make({ act, codes: [...codes] })}>
            {t(act === 'open' ? 'areasDesk.openAgain' : 'areasDesk.closeAgain')}
          </Button>
        }
      >
        {t(key, { names: listed(codes.map(nameOf)) })}
      </Notice>
    )
  return (
    <div className={looks.made} data-foot="">
      {line('areasDesk.closed', closed, 'open')}
      {line('areasDesk.opened', opened, 'close')}
      {opened.length + closed.length === 0 && <Notice>{t('areasDesk.unchanged')}</Notice>}
    </div>
  )
}
