import { useEffect, useState } from 'react'
import { device } from './device.ts'

/** The notice of an account that was deleted on another device, and a way to mark it as read. */
export function useParted(): { parted: { at: number; lost: number } | undefined; read(): void } {
  const [parted, setParted] = useState<{ at: number; lost: number }>()
  useEffect(() => {
    let current = true
    void device.read('parted').then(
      (stored) => {
        if (current) setParted(stored ?? undefined)
      },
      // Without storage nothing was kept, and so nothing went.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
  return {
    parted,
    read: () => {
      setParted(undefined)
      void device.write('parted', () => null)
    },
  }
}
