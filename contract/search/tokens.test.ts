import { describe, expect, it } from 'vitest'
import { searchTokens } from './tokens.ts'

describe('searchTokens', () => {
  const cases: [what: string, text: string, tokens: string[]][] = [
    ['English words, once each, apostrophes left out', "The Woman’s Bag – woman's BAG", ['the', 'womans', 'bag']],
    ['sizes and model numbers stay whole', '006R90321 2.66 GHz, 10,2"', ['006r90321', '2.66', 'ghz', '10,2']],
    ['compatibility forms', 'ＡＢＣ ½ ﬁne', ['abc', '1', '2', 'fine']],
    ['French', 'Été à l’œuvre, garçon', ['ete', 'a', 'loeuvre', 'garcon']],
    ['German', 'Größe Straße ÄÖÜ', ['grosse', 'strasse', 'aou']],
    ['Spanish and Portuguese', 'niño São João', ['nino', 'sao', 'joao']],
    ['Vietnamese without its tones', 'Điện thoại di động', ['dien', 'thoai', 'di', 'dong']],
    ['Russian: ё is е, й stays й', 'Чёрный чай', ['черный', 'чай']],
    [
      'Arabic: alefs, closed ta, ya, tatweel, vowel signs',
      'حَقِيبَة كبيـــرة جدّاً أحمر على',
      ['حقيبه', 'كبيره', 'جدا', 'احمر', 'علي'],
    ],
    [
      'Arabic: the article, not a word that only begins like it',
      'الحقيبة والشاي ألم الى',
      ['حقيبه', 'شاي', 'الم', 'الي'],
    ],
    ['Arabic and Devanagari digits', '٢٠٢٤ १२', ['2024', '12']],
    [
      'Hindi keeps its vowel signs, loses nukta, writes candrabindu as anusvara',
      'क़लम पाँच किताब',
      ['कलम', 'पांच', 'किताब'],
    ],
    ['Chinese in pairs', '陶瓷茶壶', ['陶瓷', '瓷茶', '茶壶']],
    ['one character alone', '茶', ['茶']],
    ['Japanese keeps voicing marks and the long sign', 'ガラス コーヒー', ['ガラ', 'ラス', 'コー', 'ーヒ', 'ヒー']],
    ['half-width katakana', 'ｶﾞﾗｽ', ['ガラ', 'ラス']],
    ['Korean in pairs, also when it comes decomposed', '가죽 지갑'.normalize('NFD'), ['가죽', '지갑']],
    ['scripts that meet without a space', 'USB线材Type-C', ['usb', '线材', 'type', 'c']],
    [
      'letters that no normalisation takes apart',
      'Æon øre złoty đa ðe þorn',
      ['aeon', 'ore', 'zloty', 'da', 'de', 'thorn'],
    ],
    ['Arabic: each form of a letter', 'أب إب آب ٱب بى بی بئ بؤ به بة بک', ['اب', 'بي', 'بو', 'به', 'بك']],
    ['digits of other scripts, from zero to nine', '٠٩ ۱۸ २७ ৩৬ ๔๕', ['09', '18', '27', '36', '45']],
    ['the article only at the beginning of a word', 'بالحقيب', ['بالحقيب']],
    ['Turkish capital I with a dot', 'İstanbul ırmak', ['istanbul', 'irmak']],
    ['nothing to find', ' \u0000 — … 🎁', []],
    ['a lone surrogate', 'tea\ud800 cup', ['tea', 'cup']],
  ]
  it.each(cases)('%s', (_what, text, tokens) => {
    expect(searchTokens(text)).toEqual(tokens)
  })

  it('cuts what is too long', () => {
    expect(searchTokens('x'.repeat(500))).toEqual(['x'.repeat(40)])
  })

  it('finds with and without what people leave out', () => {
    for (const [a, b] of [
      ['café', 'cafe'],
      ['điện', 'dien'],
      ['فُستان', 'فستان'],
      ['أزرق', 'ازرق'],
      ['إلكترونية', 'الكترونيه'],
      ['ｔｅａ', 'tea'],
    ] as const)
      expect(searchTokens(a)).toEqual(searchTokens(b))
  })
})
