import { KeyAway, sealingOf, type MarketKeys } from './market-keys.ts'
import { NotOpened, openAs, sealAs } from './seal.ts'

/** The beginning of a sealed text. A text from before there was sealing may be in clear, without it. */
export const SEALED_MARK = 'sealed:'

/**
 * A text as it is kept: sealed as what it is.
 *
 * @throws KeyAway
 */
export const sealText = (keys: MarketKeys, as: string, text: string): string =>
  SEALED_MARK + sealAs(sealingOf(keys), as, Buffer.from(text)).toString('base64')

/**
 * A kept text in clear.
 *
 * @throws KeyAway
 * @throws NotOpened
 */
export const openText = (keys: MarketKeys, as: string, kept: string): string =>
  kept.startsWith(SEALED_MARK)
    ? openAs(sealingOf(keys), as, Buffer.from(kept.slice(SEALED_MARK.length), 'base64')).toString()
    : kept

/** The opened content; undefined where the market's key is missing or another one. */
export function ifOpen<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof KeyAway || error instanceof NotOpened) return undefined
    throw error
  }
}
