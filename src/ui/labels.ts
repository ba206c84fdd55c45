import { createContext, useContext } from 'react'

/** The few words of the kit itself, and the locale of its numbers and times. The app provides them from locales/. */
export interface UiLabels {
  locale: string
  close: string
  back: string
  less: string
  more: string
  showPassword: string
  hidePassword: string
  loading: string
  notifications: string
  refreshing: string
  justNow: string
}

export const UiLabelsContext = createContext<UiLabels>({
  locale: 'en',
  close: '',
  back: '',
  less: '',
  more: '',
  showPassword: '',
  hidePassword: '',
  loading: '',
  notifications: '',
  refreshing: '',
  justNow: '',
})

/** The kit's own words in the person's language. */
export const useLabels = (): UiLabels => useContext(UiLabelsContext)
