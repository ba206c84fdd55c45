import { callsUnderWay } from '../data/worker/under-way.ts'
import { drafts } from '../data/loading/drafts.ts'
import { touched } from './typed.ts'

// Whether a reload would take something from the person. One rule for all screens: whatever was typed, chosen or
// pressed since the screen was opened counts, and so does what a form keeps for the way back (use-draft.ts).

/**
 * Elements that choose something when they are pressed; a link only leads away. A file is chosen while the page is
 * hidden behind the camera.
 */
const CHOOSES = 'button, summary, canvas, [role], input[type=file]'
/** The types of inputs whose values nobody types. */
const UNTYPED = new Set(['checkbox', 'radio', 'file', 'range', 'color'])

/** Whether a press chose nothing: it was beside the screen, on a link, or on nothing that is pressed. */
const choseNothing = (element: Element): boolean =>
  element.isConnected &&
  (!element.closest('main, dialog') || element.closest('a[href]') !== null || !element.closest(CHOOSES))

/** Whether a field holds nothing: emptied again, or what a search was made with, which the address holds. */
function holdsNothing(element: Element, searched: ReadonlySet<string>): boolean {
  const { type, value, isConnected } = element as HTMLInputElement
  const typed = isConnected && typeof value === 'string' && element.matches('input, textarea') && !UNTYPED.has(type)
  return typed && (value.trim() === '' || searched.has(value.trim()))
}

/** Whether a form keeps nothing that a reload would end: all of its fields are empty again. */
const isBlank = (draft: unknown): boolean =>
  draft === undefined ||
  draft === null ||
  draft === '' ||
  draft === 0 ||
  (typeof draft === 'object' && Object.values(draft).every(isBlank))

/** Whether nothing is typed or chosen on this screen, nor kept of a form that was left. */
export function nothingTyped(address: string = location.search): boolean {
  const searched = new Set(new URLSearchParams(address).values())
  return (
    drafts.values().every(isBlank) &&
    [...touched].every(([element, how]) => (how === 'click' ? choseNothing(element) : holdsNothing(element, searched)))
  )
}

/** Whether the page may be loaded again without asking: nothing is typed, open or under way. */
export const mayReload = (): boolean => nothingTyped() && !callsUnderWay() && !document.querySelector('dialog[open]')
