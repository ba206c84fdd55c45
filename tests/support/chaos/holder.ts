import { randomUUID } from 'node:crypto'
import type { Random } from '#server/seed/random.ts'
import { WITHDRAWALS_A_DAY } from '#contract/withdrawals/rules.ts'
import type { Reach } from './shopper.ts'

/** Units of 1 USDT, and the fee of a withdrawal. */
const [USDT, FEE] = [1_000_000, '1500000']

/** A person of the market who sends coins to their address, and withdraws them to another one. */
export interface HolderAccount {
  uid: string
  token: string
  password: string
  /** Their address at the market. */
  own: string
  /** The address to which they withdraw; nobody else does. */
  to: string
}

/** Sends, withdraws, cancels, and has payments dropped, until told to stop; repeats each call that was cut off. */
export class Holder {
  readonly account: HolderAccount
  readonly #random: Random
  readonly #reach: Pick<Reach, 'call' | 'up'>
  /** The ids of withdrawals that the market has accepted. */
  readonly asked: string[] = []
  readonly #sent: string[] = []
  readonly faults: string[] = []

  constructor(account: HolderAccount, random: Random, reach: Pick<Reach, 'call' | 'up'>) {
    this.account = account
    this.#random = random
    this.#reach = reach
  }

  async move(ended: () => boolean): Promise<void> {
    while (!ended()) {
      // Nobody taps faster; the market takes only a few acts on simulated chains from each person.
      await new Promise((resolve) => {
        setTimeout(resolve, this.#random.whole(50, 250))
      })
      const draw = this.#random.next()
      if (draw < 0.45) await this.#send()
      else if (draw < 0.85) await this.#withdraw()
      else if (draw < 0.95) await this.#cancel()
      else await this.#drop()
    }
  }

  /** A call that is made again whenever the market was killed before it had answered. */
  async #insist(path: string, body: object): Promise<{ code: number; data: unknown }> {
    for (;;) {
      await this.#reach.up()
      try {
        return await this.#reach.call(path, body, this.account.token)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
    }
  }

  /** A repeat may send twice, as a wallet can: the chain, not the answer, says what has arrived. */
  async #send(): Promise<void> {
    const amount = String(this.#random.whole(5 * USDT, 30 * USDT))
    const { code, data } = await this.#insist('/api/simulated/send', {
      ...{ network: 'tron', coin: 'USDT', to: this.account.own, amount, later: 0 },
    })
    if (code === 1) this.#sent.push((data as { txid: string }).txid)
    else this.#refused('a payment', data, ['tooManyAttempts'])
  }

  async #withdraw(): Promise<void> {
    if (this.asked.length >= WITHDRAWALS_A_DAY) return
    const id = randomUUID()
    const { code, data } = await this.#insist('/api/withdraw/ask', {
      ...{ id, network: 'tron', asset: 'tUSDT', address: this.account.to, fee: FEE },
      ...{ amount: String(this.#random.whole(5 * USDT, 20 * USDT)), password: this.account.password },
    })
    if (code === 1) this.asked.push(id)
    else this.#refused('a withdrawal', data, ['withdrawalShort', 'withdrawalStopped'])
  }

  async #cancel(): Promise<void> {
    const id = this.asked.at(-1)
    if (id === undefined) return
    const { code, data } = await this.#insist('/api/withdraw/cancel', { id })
    if (code !== 1) this.#refused('a cancellation', data, ['withdrawalMoved'])
  }

  async #drop(): Promise<void> {
    const txid = this.#sent.pop()
    if (txid === undefined) return
    const { code, data } = await this.#insist('/api/simulated/drop', { network: 'tron', txid })
    if (code !== 1) this.#refused('a dropped payment', data, ['simulatedDeep', 'notFound', 'tooManyAttempts'])
  }

  #refused(call: string, data: unknown, usual: readonly string[]): void {
    const { reason = 'nothing' } = (data ?? {}) as { reason?: string }
    if (!usual.includes(reason)) this.faults.push(`${call} was refused: ${reason}`)
  }
}
