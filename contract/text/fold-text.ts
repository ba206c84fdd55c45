// One spelling for what people write in several ways: for the search, and for the names of countries.

// Letters that no normalisation takes apart.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  // Arabic: the alef of union, the ya without dots, the closed ta; Persian kaf and ya.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
  // Devanagari: candrabindu is written as anusvara as often as not.
  '\u0901': '\u0902',
}
const folded = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

/**
 * Marks that people leave out: Latin and Greek accents (Vietnamese tones too), Arabic vowel signs and
 * the tatweel, Hebrew points, the Devanagari nukta, joiners, apostrophes. The vowel signs of Hindi and Thai are letters
 * and stay,
 * and so do the kana's voicing marks and й, which NFC puts together again.
 */
const leftOut =
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f]|[\u064b-\u065f\u0670]|\u0640|[\u0591-\u05c7]|\u093c|[\u200b-\u200f]|[\u00ad'’ʼ`]/gu

// The digits of other scripts, by the code point of their zero, in ascending order.
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50]
const digit = (char: string): string => {
  const code = char.codePointAt(0)!
  return String(code - zeros.find((zero) => code < zero + 10)!)
}

/** A text in that spelling: in small letters, without accents and joiners, with Latin digits. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(leftOut, '')
    .normalize('NFC')
    .replace(folded, (letter) => letters[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/gu, digit)
}
