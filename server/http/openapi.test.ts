import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import { openTestMarket } from '../../tests/support/market/market.ts'
import { openApi, openApiPage } from './openapi.ts'

describe('the OpenAPI document', () => {
  it('is valid, and would not be with a call that has no answer', async () => {
    const document = openApi('Nile & Co', '1.2.3') as { paths: Record<string, Record<string, object>> }
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
    document.paths['/api/user/login']!['post'] = { responses: 7 }
    expect(await new Validator().validate(document)).toMatchObject({ valid: false })
  })

  it('has every call of the contract, and says what each takes and who may', () => {
    const { paths } = openApi('Nile & Co', '1') as {
      paths: Record<string, Record<string, { description: string; requestBody?: unknown; security: unknown[] }>>
    }
    for (const { path, method } of Object.values(endpoints)) expect(paths[path]?.[method.toLowerCase()]).toBeDefined()
    for (const { path } of Object.values(mutations)) expect(paths[path]?.['post']).toBeDefined()
    expect(JSON.stringify(paths['/api/user/login']!['post']!.requestBody)).toContain('"email"')
    expect(paths['/api/operator/audit']!['post']!.description).toContain('“staff”')
    expect(paths['/api/user/login']!['post']!.security).toEqual([])
    const named = (path: string) => JSON.stringify(paths[path]!['post'])
    expect(named(mutations['cart.add'].path)).toContain('"Idempotency-Key"')
    expect(named(mutations['cart.add'].path)).not.toContain('"Store"')
    expect(named(mutations['goods.put'].path)).toContain('"Store"')
    expect(named('/api/index/upload')).toContain('"multipart/form-data"')
    expect(openApiPage(openApi('Nile & Co', '1'))).not.toMatch(/<script|style=/)
  })

  it('is there for everybody', async () => {
    const market = await openTestMarket()
    const json = await market.fetch(new Request('http://market/api/openapi.json'))
    expect(json.status).toBe(200)
    expect(await json.json()).toMatchObject({ openapi: '3.1.0' })
    expect(await (await market.fetch(new Request('http://market/api/openapi.html'))).text()).toContain(
      '/api/user/login',
    )
    await market.close()
  })
})
