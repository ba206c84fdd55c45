import { useState } from 'react'
import { BackToTop } from './back-to-top.tsx'
import { KeyHelp } from './key-help.tsx'
import { ServiceButton } from './service-button.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/**
 * What the frame offers besides: the way back to the top of a long screen, customer service, and shortcuts of the
 * keyboard.
 */
export function FrameExtras() {
  const [help, setHelp] = useState(false)
  useShortcuts(() => setHelp(true))
  return (
    <>
      <BackToTop />
      <ServiceButton />
      <KeyHelp open={help} onClose={() => setHelp(false)} />
    </>
  )
}
