import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChances } from '../../data/loading/later.tsx'
import { ChunkFailed } from '../../data/loading/load-chunk.ts'
import { isLost, loadPageAgain } from '../../data/loading/load-page-again.ts'
import { ErrorState } from '../../ui/blocks/empty-state.tsx'

/** Confines a screen's error to the screen: the frame around it keeps working. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }
  readonly tryAgain = () => this.setState({ error: undefined })
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isLost(error)) return <ScreenBroken retry={loadPageAgain} />
    if (error instanceof ChunkFailed) return <ScreenNotLoaded tryAgain={this.tryAgain} />
    return <ScreenBroken retry={() => location.reload()} />
  }
}

/** A screen whose code could not be fetched. */
function ScreenNotLoaded({ tryAgain }: { tryAgain(): void }) {
  useChances(tryAgain)
  return <ScreenBroken retry={tryAgain} />
}

function ScreenBroken({ retry }: { retry(): void }) {
  const { t } = useTranslation()
  return (
    <ErrorState title={t('app.broken')} text={t('app.brokenHint')} retry={{ label: t('app.reload'), run: retry }} />
  )
}
