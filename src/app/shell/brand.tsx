/** Caravan's mark, as on the home screen of a phone. */
export function BrandMark() {
  return <img src="/icon.svg" width={28} height={28} alt="" />
}
