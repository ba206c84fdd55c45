/** The platforms whose steps are told. */
export const platforms = ['android', 'ios', 'desktop'] as const
export type Platform = (typeof platforms)[number]

/** The platform that a browser says it runs on. An iPad calls itself a Mac, and is told by its fingers. */
export function platformOf(userAgent: string, touchPoints: number): Platform {
  if (/android/i.test(userAgent)) return 'android'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios'
  return /macintosh/i.test(userAgent) && touchPoints > 1 ? 'ios' : 'desktop'
}
