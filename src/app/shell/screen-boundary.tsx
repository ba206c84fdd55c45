import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/empty-state.tsx'

/** Confines a screen's error to the screen: the frame around it keeps working. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <ScreenBroken />
  }
}

function ScreenBroken() {
  const { t } = useTranslation()
  return (
    <ErrorState
      title={t('app.broken')}
      text={t('app.brokenHint')}
      retry={{ label: t('app.reload'), run: () => location.reload() }}
    />
  )
}
