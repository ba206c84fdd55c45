/**
 * A product at a time (Unix ms), and its unit price then, in minor units, at its least quantity; null while that was
 * not on the device.
 */
export interface SeenProduct {
  id: number
  at: number
  price: number | null
  currency: string
}

/** The products that a person looked at, and the prices of favourites, as rows of their meta table. */
export interface SeenRows {
  /** The products the person opened, newest first, each as it cost then. */
  seen: { key: 'seen'; products: SeenProduct[] }
  /** The prices of the favourites when this device first knew them as such, in no order. */
  prices: { key: 'prices'; products: SeenProduct[] }
}
