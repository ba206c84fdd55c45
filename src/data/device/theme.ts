import { device } from './device.ts'

/** The look of the interface: the device's, or always light or dark. */
export type Theme = 'system' | 'light' | 'dark'

/** Shows the page in the theme that was chosen on this device; without storage, or a choice, as the device does. */
export async function readTheme(): Promise<void> {
  apply((await device.read('theme').catch(() => undefined)) ?? 'system')
}

/** The theme that the page is shown in. */
export const shownTheme = (): Theme => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system'

/** Shows the page in another theme, and keeps the choice on this device. */
export async function chooseTheme(theme: Theme): Promise<void> {
  apply(theme)
  await device.write('theme', () => theme)
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
