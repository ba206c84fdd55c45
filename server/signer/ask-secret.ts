import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks for secrets: at a terminal without echo, otherwise one line of the input each. */
export interface Secrets {
  ask(question: string): Promise<string>
  close(): void
}

/** Reads secrets from the input of this process. */
export function openSecrets(): Secrets {
  // The terminal must not echo secrets.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines: Interface = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
    // The arrow keys bring nothing back.
    historySize: 0,
  })
  const each = lines[Symbol.asyncIterator]()
  // In raw mode Ctrl-C raises no signal, so readline reports it.
  lines.on('SIGINT', () => process.exit(130))
  return {
    async ask(question) {
      if (process.stdin.isTTY) process.stderr.write(question)
      const line = await each.next()
      if (process.stdin.isTTY) process.stderr.write('\n')
      if (line.done) throw new Error('The input ended before it was answered.')
      return line.value.trim()
    },
    close: () => lines.close(),
  }
}
