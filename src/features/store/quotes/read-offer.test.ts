import { expect, it } from 'vitest'
import { readOffer } from './read-offer.ts'

const typed = (num: string, price: string, days = '7') => ({ lines: [{ variantId: 2, num, price }], days, note: '' })

it('an offer is read in any script’s digits, to the cent', () => {
  const sent = { lines: [{ variantId: 2, num: 1200, price: 425 }], days: 14 }
  expect(readOffer(typed('1200', '4.25', '14'), 'USD')).toMatchObject({ total: 510_000, whole: sent })
  expect(readOffer(typed('1.200', '4,25', '14'), 'USD').whole).toEqual(sent)
  expect(readOffer(typed('١٢٠٠', '٤٫٢٥', '١٤'), 'USD').whole).toEqual(sent)
})

it('what is no number of pieces, no price, or too long is left out, and nothing can be sent', () => {
  expect(readOffer(typed('', '4.25'), 'USD')).toMatchObject({
    lines: [{ num: undefined, price: 425 }],
    whole: undefined,
  })
  for (const price of ['', '0', 'cheap', '4.255', '-1'])
    expect(readOffer(typed('12', price), 'USD')).toMatchObject({
      lines: [{ num: 12, price: undefined }],
      total: undefined,
    })
  for (const days of ['', '0', '91', 'soon'])
    expect(readOffer(typed('12', '4.25', days), 'USD')).toMatchObject({
      total: 5100,
      days: undefined,
      whole: undefined,
    })
  expect(readOffer({ lines: [], days: '7', note: '' }, 'USD').whole).toBeUndefined()
})
