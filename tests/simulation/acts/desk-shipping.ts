import type { Payload } from '#contract/registry.ts'
import type { Random } from '#server/seed/random.ts'

type Zone = Payload<'store.zone'>

/** The ids of the zones that members of a store make and end. */
const ZONES = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const MOVES: readonly NonNullable<Zone['countries']>[] = [{ '*': true }, { DE: true, '*': true }, { DE: false }, {}]

/** One random setting of a zone: its price, the amount from which shipping is free, or the days it takes. */
function partOf(random: Random): Pick<Zone, 'way' | 'freeFrom' | 'days'> {
  if (random.chance(0.4)) return { way: { by: 'order', price: random.whole(0, 300) } }
  if (random.chance(0.4)) return { freeFrom: random.chance(0.3) ? null : random.whole(1, 9_999) }
  const least = random.whole(1, 5)
  return { days: { least, most: least + random.whole(0, 4) } }
}

interface Sight {
  random: Random
}
/** Random changes to a store's shipping zones and taxes, by members of it on several phones. */
export const shippingDraws = {
  'store.zone': ({ random }: Sight): Zone => ({
    ...{ id: random.pick(ZONES), make: random.chance(0.7), countries: random.pick(MOVES) },
    ...partOf(random),
  }),
  'store.zoneEnd': ({ random }: Sight): Payload<'store.zoneEnd'> => ({
    ...{ id: random.pick(ZONES), last: random.chance(0.5) },
  }),
  'store.taxes': ({ random }: Sight): Payload<'store.taxes'> => ({
    taxes: { [random.pick(['DE', 'JP'])]: random.chance(0.3) ? null : { rate: 0, included: random.chance(0.5) } },
  }),
}
