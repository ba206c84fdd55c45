import CloudOff from 'lucide-react/icons/cloud-off'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { useReachable } from '../data/use-status.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/blocks/notice.tsx'
import type { ProductListState } from './use-product-list.ts'

interface SourceNoticeProps {
  list: Pick<ProductListState, 'source' | 'failure' | 'showServer' | 'showDevice'>
  searching: boolean
  /** The text shown above the device's own rows. */
  deviceText(offline: boolean): string
}

/** Tells that these are not the server's current rows, and offers those. */
export function SourceNotice({ list, searching, deviceText }: SourceNoticeProps) {
  const { t } = useTranslation()
  const reachable = useReachable()
  const offline = !reachable || list.failure?.kind === 'unreachable'
  if (list.source === 'server' && searching && offline) {
    const toDevice = (
      <Button kind="quiet" small onClick={list.showDevice}>
        {t('products.searchDevice')}
      </Button>
    )
    return (
      <Notice icon={<CloudOff />} action={toDevice}>
        {t('products.foundBefore')}
      </Notice>
    )
  }
  if (list.source !== 'device') return null
  return (
    <div role="status">
      <Notice
        icon={offline ? <CloudOff /> : <Search />}
        action={list.showServer && <ToServerRows searching={searching} onPress={list.showServer} />}
      >
        {deviceText(offline)}
      </Notice>
    </div>
  )
}

/** The button that shows the server's rows. */
export function ToServerRows({ searching, onPress }: { searching: boolean; onPress(): void }) {
  const { t } = useTranslation()
  return (
    <Button kind="quiet" small onClick={onPress}>
      {t(searching ? 'products.showFound' : 'products.showShop')}
    </Button>
  )
}
