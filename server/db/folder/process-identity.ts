import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The marks that tell one process from every other, also from one that gets the same id later. */
export interface ProcessIdentity {
  pid: number
  /** When it began, in a form that no other process of the same id and place shares; '' where that cannot be told. */
  start: string
  /** The space in which its id is unique: two processes can judge each other by id only when it is the same. */
  place: string
  /** The machine's name; for messages only, because containers may share one. */
  host: string
}

/**
 * On Linux a process id means something within one pid namespace of one boot. A name like that is never given to two
 * namespaces that live at the same time. Where it cannot be read, no other process has our place.
 */
function ownPlace(): string {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return randomUUID()
  }
}

function startOf(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in field 2 may hold anything, parentheses included: count from the last one.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

/** The process that asks. */
export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  start: startOf(process.pid),
  place: ownPlace(),
  host: hostname(),
})

/** Whether a process of our own place still runs. */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // It runs under another user when we may not signal it.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return start === '' || startOf(pid) === start
}
