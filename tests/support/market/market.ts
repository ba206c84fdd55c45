import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Mail } from '#server/mails/mail.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { createMarket, type Market, type MarketOptions } from '#server/market.ts'
import { giveFundPassword } from './fund-password.ts'
import { startPostgres } from '../servers/postgres.ts'
import { refusalsWriteNothing } from './refusals.ts'

/** A person of a test, with what it takes to sign in. */
export interface TestPerson {
  uid: string
  email: string
  password: string
}

/** The answer of a call, read. */
export interface TestAnswer {
  status: number
  code: number
  msg: string
  data: unknown
  headers: Headers
}

/**
 * The real server in this process over an empty database: PGlite in memory, or with MARKET_DB=postgres a PostgreSQL of
 * its own.
 */
export interface TestMarket extends Market {
  /** The mails that it has sent. */
  mails: Mail[]
  /** Makes a store with `count` products, each with `stock` pieces. */
  products(count: number, stock?: number): Promise<{ shopId: number; ids: number[] }>
  /** Makes an account. */
  person(): Promise<TestPerson>
  /** Signs in over the API; the token. */
  login(person: TestPerson): Promise<string>
  /** One call of the API. */
  call(path: string, body?: unknown, token?: string, init?: RequestInit): Promise<TestAnswer>
}

const PASSWORD = 'a long enough one'
let hashed: Promise<string> | undefined
let count = 0

export async function openTestMarket(options: Partial<MarketOptions> = {}): Promise<TestMarket> {
  const postgres =
    process.env['MARKET_DB'] === 'postgres' && options.databaseUrl === undefined ? await startPostgres() : undefined
  const mails: Mail[] = []
  const mailer = {
    send: async (mail: Mail) => {
      mails.push(mail)
    },
  }
  const market = await createMarket({
    mailer,
    around: refusalsWriteNothing,
    simulatedSeconds: 1,
    ...(postgres ? { databaseUrl: await postgres.marketDatabase() } : {}),
    ...options,
  })

  const call: TestMarket['call'] = async (path, body, token, init = {}) => {
    const headers = {
      ...(token === undefined ? {} : { token }),
      ...(init.headers as Record<string, string> | undefined),
    }
    const response = await market.fetch(
      new Request(`http://market${path}`, {
        method: 'POST',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...init,
        headers,
      }),
    )
    return {
      status: response.status,
      headers: response.headers,
      ...((await response.json()) as { code: number; msg: string; data: unknown }),
    }
  }
  return {
    ...market,
    mails,
    call,
    products: (many, stock = 100_000) => makeProducts(market, many, stock),
    person: async () => {
      const person = { uid: randomUUID(), email: `person${++count}-${process.pid}@example.test`, password: PASSWORD }
      hashed ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      await market.db
        .insertInto('users')
        .values({ id: person.uid, email: person.email, username: `Person ${count}`, password_hash: await hashed })
        .execute()
      await giveFundPassword(market.db, person.uid)
      return person
    },
    login: async ({ email, password }) =>
      ((await call('/api/user/login', { email, password })).data as { userinfo: { token: string } }).userinfo.token,
    close: async () => {
      await market.close()
      await postgres?.stop()
    },
  }
}

function makeProducts(market: Market, many: number, stock: number): Promise<{ shopId: number; ids: number[] }> {
  return catalogueTransaction(market.db, async ({ tx, rev }) => {
    const mark = randomUUID()
    const store = await tx
      .insertInto('stores')
      .values({ slug: mark, name: 'Test store', currency: 'USD', rev, logo: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const category = await tx
      .insertInto('categories')
      .values({ path: mark, name: JSON.stringify({ en: 'Things' }), picture: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const products = await tx
      .insertInto('products')
      .values(
        Array.from({ length: many }, (_, i) => ({
          store_id: store.id,
          category_id: category.id,
          category_ids: [category.id],
          source_id: `${mark}:${i}`,
          title: JSON.stringify({ en: `Thing ${i}` }),
          description: '{}',
          brand: null,
          source_hash: null,
          tokens: null,
          pictures: '[]',
          attributes: '[]',
          currency: 'USD',
          ladder: JSON.stringify([{ from: 1, price: 500 }]),
          price: 500,
          stock,
          rev,
        })),
      )
      .returning('id')
      .execute()
    return { shopId: store.id, ids: products.map((p) => p.id) }
  })
}
