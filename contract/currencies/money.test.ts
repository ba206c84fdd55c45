import { describe, expect, it } from 'vitest'
import { amountText, decimalOf, minorPlaces, parseMinor } from './money.ts'
import { ladderPrice, orderableQuantity, taxOn } from '../prices/ladder.ts'

describe('money (law 7)', () => {
  it('reads decimals exactly into minor units, or not at all', () => {
    expect(parseMinor('1234.5', 'USD')).toBe(123_450)
    expect(parseMinor('0.07', 'USD')).toBe(7)
    expect(parseMinor('1.10', 'USD')).toBe(110)
    expect(parseMinor('1.100', 'USD')).toBe(110)
    expect(parseMinor('1.1000', 'USD')).toBe(110)
    expect(parseMinor(' 2.50 ', 'USD')).toBe(250)
    expect(parseMinor('19', 'JPY')).toBe(19)
    expect(parseMinor('0.125', 'KWD')).toBe(125)
    for (const wrong of ['', '1.', '.5', '-1', '1,5', '1e3', '0x10', '1.005', ' ', '1234567890123'])
      expect(parseMinor(wrong, 'USD'), wrong).toBeUndefined()
    expect(parseMinor('19.5', 'JPY')).toBeUndefined()
  })

  it('writes a plain decimal with its currency', () => {
    expect(amountText(500_000, 'USD')).toBe('5000.00 USD')
    expect(amountText(7, 'USD')).toBe('0.07 USD')
    expect(amountText(19, 'JPY')).toBe('19 JPY')
    expect(amountText(12, 'KWD')).toBe('0.012 KWD')
    expect(decimalOf(-5, 'USD')).toBe('-0.05')
    expect(decimalOf(Number.MAX_SAFE_INTEGER, 'USD')).toBe('90071992547409.91')
  })

  it('counts the minor units of every currency as ISO 4217 does, IDR apart', () => {
    const exponents: Record<string, string> = {
      0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
      2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
        CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
        HTG HUF ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
        MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD
        SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG
        YER ZAR ZMW ZWG`,
      3: 'BHD IQD JOD KWD LYD OMR TND',
      4: 'CLF UYW',
    }
    for (const [places, codes] of Object.entries(exponents))
      for (const code of codes.split(/\s+/)) expect([code, minorPlaces(code)]).toEqual([code, Number(places)])
    expect(minorPlaces('IDR')).toBe(0)
  })
})

describe('wholesale arithmetic', () => {
  const ladder = [
    { from: 1, price: 500 },
    { from: 10, price: 450 },
    { from: 100, price: 400 },
  ]
  it('takes the last step that was reached, plus what the choice costs', () => {
    expect([1, 9, 10, 99, 100, 5000].map((n) => ladderPrice(ladder, n))).toEqual([500, 500, 450, 450, 400, 400])
    expect(ladderPrice(ladder, 10, 25)).toBe(475)
  })
  it('rounds a quantity up to the minimum and a multiple', () => {
    expect(orderableQuantity(1, 12, 6)).toBe(12)
    expect(orderableQuantity(13, 12, 6)).toBe(18)
    expect(orderableQuantity(13, 12, 1)).toBe(13)
  })
  it('rounds taxes half up', () => {
    expect(taxOn(1000, 825)).toBe(83)
    expect(taxOn(1000, 0)).toBe(0)
  })
})
