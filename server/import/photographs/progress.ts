/** Where progress is shown: a terminal gets a bar that moves, anything else a line now and then. */
export interface ProgressOutput {
  isTTY: boolean
  columns: number
  write(text: string): void
}

/** Shows how far something long is. Lines said in between stand above the bar. */
export interface ProgressBar {
  show(read: number, position: number, size: number): void
  say(line: string): void
  end(): void
}

const BAR = 24
const PLAIN_EVERY_MS = 3000

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** `now` in milliseconds, `what` is read; the time left is reckoned from the part of the file that is read. */
export function createProgress(screen: ProgressOutput, now: () => number, what = 'lines'): ProgressBar {
  const began = now()
  let shown = ''
  let lastPlain = began

  const describe = (read: number, position: number, size: number): { part: number; text: string } => {
    const part = size === 0 ? 1 : Math.min(1, position / size)
    const seconds = (now() - began) / 1000
    const left = part > 0.02 && part < 1 ? `, ${clock((seconds / part) * (1 - part))} left` : ''
    return {
      part,
      text: `${String(Math.floor(part * 100)).padStart(3)} %  ${read.toLocaleString('en')} ${what}, ${Math.round(read / Math.max(seconds, 0.001)).toLocaleString('en')} a second${left}`,
    }
  }
  const clear = (): void => {
    if (shown !== '') screen.write('\r\u001b[K')
  }

  return {
    show(read, position, size) {
      const { part, text } = describe(read, position, size)
      if (screen.isTTY) {
        const full = Math.round(part * BAR)
        shown = `[${'='.repeat(full)}${' '.repeat(BAR - full)}] ${text}`.slice(0, screen.columns - 1)
        screen.write(`\r\u001b[K${shown}`)
      } else if (now() - lastPlain >= PLAIN_EVERY_MS) {
        lastPlain = now()
        screen.write(`${text.trim()}\n`)
      }
    },
    say(line) {
      clear()
      screen.write(`${line}\n${shown}`)
    },
    end() {
      clear()
      shown = ''
    },
  }
}
