import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { Duplex } from 'node:stream'

// One link between a browser and a server, shaped where its bytes pass, so that page, worker and service worker share
// it:
//
//   browser ──TCP──▶ uplink ─────▶ Duplex ──▶ server
//                    (rate, half a round trip)
//   browser ◀──TCP── downlink ◀─── Duplex ◀── server
//
// All connections of a direction share its rate. A server may have one write under way for each connection, so it
// notices that the link is slow, as a kernel's short send buffer lets it.

/** How fast a link is: bits a second in each direction, and the round trip (ms). */
export interface LinkSpeed {
  bits: number
  rtt: number
}

/** Bytes that arrived at the browser. */
interface Arrival {
  /** Unix ms. */
  at: number
  bytes: number
}

export interface Link {
  port: number
  /** Forgets what has arrived, and goes on at this speed. */
  begin(speed: LinkSpeed): void
  /** Breaks all connections; none succeeds until the next `begin`. */
  cut(): void
  /** Bytes that arrived up to a time (Unix ms). */
  bytesUntil(time: number): number
  /** Resolves once nothing has arrived for so long (ms), with the time of the last arrival (Unix ms). */
  quietFor(ms: number): Promise<number>
  close(): Promise<void>
}

/** Ethernet's payload without the headers of IP and TCP. */
const PACKET = 1_448

const now = (): number => performance.timeOrigin + performance.now()

/** One direction of the link: packets leave one after the other and arrive later, in order. */
class Direction {
  readonly #underWay: { at: number; arrive: () => void }[] = []
  readonly #bytesPerMs: number
  readonly #delay: number
  #freeAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ bits, rtt }: LinkSpeed) {
    this.#bytesPerMs = bits / 8_000
    this.#delay = rtt / 2
  }

  /** Sends bytes; `arrive` is called with each packet, `left` when the last one has left. */
  send(bytes: Buffer, arrive: (packet: Buffer) => void, left?: () => void): void {
    for (let from = 0; from < bytes.length; from += PACKET) {
      const packet = bytes.subarray(from, from + PACKET)
      this.#freeAt = Math.max(now(), this.#freeAt) + packet.length / this.#bytesPerMs
      this.#underWay.push({ at: this.#freeAt + this.#delay, arrive: () => arrive(packet) })
    }
    if (left) setTimeout(left, Math.max(1, this.#freeAt - now()))
    this.#deliver()
  }

  /** Calls back when all that was sent has arrived. */
  end(arrive: () => void): void {
    this.#underWay.push({ at: Math.max(now(), this.#freeAt) + this.#delay, arrive })
    this.#deliver()
  }

  // One timer for all packets: two timers that are due in the same millisecond may fire in either order.
  #deliver(): void {
    while (this.#underWay.length > 0 && this.#underWay[0]!.at <= now()) this.#underWay.shift()!.arrive()
    if (this.#timer || this.#underWay.length === 0) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#deliver()
      },
      Math.max(1, this.#underWay[0]!.at - now()),
    )
  }
}

/** A connection as the server behind the link sees it; `arrived` is told of bytes that reach the browser. */
function through(socket: Socket, up: Direction, down: Direction, arrived: (bytes: number) => void): Duplex {
  const connection = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _encoding, done) =>
      down.send(
        bytes,
        (packet) => {
          arrived(packet.length)
          if (!socket.destroyed) socket.write(packet)
        },
        done,
      ),
    final: (done) => {
      down.end(() => socket.end())
      done()
    },
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (bytes) => up.send(bytes, (packet) => connection.push(packet)))
  socket.on('end', () => up.end(() => connection.push(null)))
  socket.on('error', () => connection.destroy())
  socket.on('close', () => connection.destroy())
  return connection
}

/** Opens a link on a free port of localhost; each connection of it is handed on as a stream. */
export async function openLink(accept: (connection: Duplex) => void): Promise<Link> {
  let arrivals: Arrival[] = []
  let shape: { rtt: number; up: Direction; down: Direction } | undefined
  const sockets = new Set<Socket>()

  const server = createServer({ noDelay: true }, (socket) => {
    if (!shape) return void socket.destroy()
    const here = shape
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const connection = through(socket, here.up, here.down, (bytes) => {
      // Bytes that were in flight at a cut are lost, so they do not count.
      if (shape === here) arrivals.push({ at: now(), bytes })
    })
    // A connection is there after one round trip.
    socket.pause()
    setTimeout(() => socket.resume(), here.rtt)
    accept(connection)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const cut = (): void => {
    shape = undefined
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    begin: (speed) => {
      cut()
      shape = { rtt: speed.rtt, up: new Direction(speed), down: new Direction(speed) }
      arrivals = []
    },
    cut,
    bytesUntil: (time) => arrivals.reduce((sum, { at, bytes }) => sum + (at <= time ? bytes : 0), 0),
    quietFor: async (ms) => {
      const since = now()
      for (;;) {
        const last = arrivals.at(-1)?.at ?? since
        const left = Math.max(last, since) + ms - now()
        if (left <= 0) return last
        await new Promise((resolve) => {
          setTimeout(resolve, left)
        })
      }
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
