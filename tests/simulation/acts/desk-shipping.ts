import type { Payload } from '#contract/registry.ts'
import type { Random } from '#server/db/seed/random.ts'

type Zone = Payload<'store.zone'>

/** The zones that members of a store make and end. */
const ZONES = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const MOVES: readonly NonNullable<Zone['countries']>[] = [{ '*': true }, { DE: true, '*': true }, { DE: false }, {}]

/** What a member sets of a zone. */
function partOf(random: Random): Pick<Zone, 'way' | 'freeFrom' | 'days'> {
  if (random.chance(0.4)) return { way: { by: 'order', price: random.whole(0, 300) } }
  if (random.chance(0.4)) return { freeFrom: random.chance(0.3) ? null : random.whole(1, 9_999) }
  const least = random.whole(1, 5)
  return { days: { least, most: least + random.whole(0, 4) } }
}

interface Sight {
  random: Random
}
/** Where a store ships to and its taxes, as members of it on several phones change them. */
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
