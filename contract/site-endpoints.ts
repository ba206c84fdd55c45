import { areaRead } from './market/schema-areas.ts'
import { articleCategory, articleDetail } from './articles/schema.ts'
import { siteSettings } from './site/schema.ts'

/**
 * The calls for what the operator writes and sets, open to anyone, by name; a device loads them with the first of them.
 */
export const siteEndpoints = {
  'site.settings': siteSettings,
  'article.category': articleCategory,
  'article.detail': articleDetail,
  'area.read': areaRead,
} as const
