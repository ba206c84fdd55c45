import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Makes server/stores/names/lookalikes.txt from confusables.txt of https://www.unicode.org/Public/security/:
//
//   node scripts/lookalikes.ts confusables.txt
//
// Kept is what a name may hold once it is in NFKC, and what looks like letters or digits alone: a line for each of
// those, with all that look like it. Letters of ASCII stay what they are, and syllables of Hangul their parts.

const source = process.argv[2]
if (!source) throw new Error('node scripts/lookalikes.ts <confusables.txt>')

const charOf = (hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16))
const lines = readFileSync(source, 'utf8').split('\n')
const version = lines
  .find((line) => line.startsWith('# Version:'))
  ?.slice('# Version:'.length)
  .trim()
const groups = new Map<string, string>()
for (const line of lines) {
  const [, hex, targets] = /^([0-9A-F]+) ;\s*([0-9A-F ]+?) ;/.exec(line) ?? []
  if (!hex || !targets) continue
  const char = charOf(hex)
  const looks = targets.split(' ').map(charOf).join('').normalize('NFKC')
  if (/[\0-\x7f]|\p{Script=Hangul}/u.test(char) || char.normalize('NFKC') !== char) continue
  if (!/^[\p{L}\p{N}]+$/u.test(looks) || looks === char) continue
  groups.set(looks, (groups.get(looks) ?? '') + char)
}
const text = [...groups].map(([looks, chars]) => `${looks} ${chars}`).join('\n')
const head = `# what it looks like | characters that do; from Unicode ${version}, see LICENCE.md`
const file = fileURLToPath(new URL('../server/stores/names/lookalikes.txt', import.meta.url))
writeFileSync(file, `${head}\n${text}\n`)
console.log(`${groups.size} lines, ${[...groups.values()].join('').length} characters`)
