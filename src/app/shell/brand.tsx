/** Caravan's mark, as on the home screen of a phone. Goods come before it, and where it is hidden it is not loaded. */
export function BrandMark() {
  return <img src="/icon.svg" width={28} height={28} alt="" loading="lazy" />
}
