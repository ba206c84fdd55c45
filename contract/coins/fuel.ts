import { coinText } from './assets.ts'

/** Narrows a name to what a network's payments burn beside coins; a newer market may have others. */
export const isFuel = (name: string): name is 'TRX' => name === 'TRX'

/** Sun as TRX, which has as many decimals as USDT. */
export const fuelText = (sun: bigint): string => coinText(sun, 'USDT')
