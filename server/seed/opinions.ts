import type { Picture } from '#contract/pictures/schema.ts'
import { drawnPicture, grounds } from '../pictures/recipe.ts'
import type { Good } from './goods.ts'
import type { Random } from './random.ts'
import type { SeedReview, SeedTexts } from './read-texts.ts'

const MOST = 14

/** A demo review before it has a number. */
export interface Opinion {
  author: string
  rating: number
  text: string
  language: string
  pictures: Picture[]
  reply: string | null
  at: number
}

function rate(random: Random, quality: number): number {
  const luck = random.next() * (0.55 + quality * 0.45)
  return luck < 0.05 ? 1 : luck < 0.12 ? 2 : luck < 0.24 ? 3 : luck < 0.45 ? 4 : 5
}

function replyTo(random: Random, replies: readonly SeedReview[], rating: number, language: string): string | null {
  if (!random.chance(rating <= 3 ? 0.75 : 0.12)) return null
  const spoken = replies.some((r) => r.language === language) ? language : 'en'
  const level = Math.min(...replies.filter((r) => r.rating >= rating).map((r) => r.rating))
  return random.pick(replies.filter((r) => r.language === spoken && r.rating === level)).text
}

/** Buyers' reviews of a product: the better it sells, the more there are. No two have the same text. */
export function makeOpinions(random: Random, texts: SeedTexts, good: Good, now: number): Opinion[] {
  const used = new Set<string>()
  const count = Math.min(MOST, Math.floor(Math.log2(1 + good.sales / good.minimum) * random.next() * 1.7))
  const opinions: Opinion[] = []
  for (let i = 0; i < count; i++) {
    const rating = rate(random, good.quality)
    const left = texts.reviews.filter((r) => r.rating === rating && !used.has(r.text))
    if (left.length === 0) continue
    const { text, language } = random.pick(left)
    used.add(text)
    const { icon } = good
    const pictured = random.chance(0.16) && rating >= 3 && icon !== null
    opinions.push({
      author: random.pick(texts.people.get(language)!),
      rating,
      text,
      language,
      pictures: pictured
        ? Array.from({ length: random.whole(1, 2) }, () =>
            drawnPicture({
              icon,
              arrangement: random.pick(['close', 'tilt', 'pair', 'crate']),
              style: 'slant',
              ground: random.whole(0, grounds.length - 1),
            }),
          )
        : [],
      reply: replyTo(random, texts.replies, rating, language),
      at: good.createdAt + Math.floor((now - good.createdAt) * (0.05 + random.next() * 0.95)),
    })
  }
  return opinions
}
