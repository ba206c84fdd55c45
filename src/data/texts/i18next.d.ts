import type en from '#locales/en.json'

declare module 'i18next' {
  // Every key of en.json is a type: a missing one does not compile (law 10).
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
    returnNull: false
  }
}
