import { createServer } from 'node:http'
import { Provider, type Configuration } from 'oidc-provider'
import { freePort } from './free-port.ts'

/** Somebody at the provider. */
export interface Elsewhere {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** A real OpenID provider in this process, whose people sign in without being asked. */
export interface TestProvider {
  config: { issuer: string; clientId: string; clientSecret: string; name: string; redirectUri: string }
  /** Sets the person who signs in next; null refuses. */
  as(person: Elsewhere | null): void
  /** Follows the provider's pages, as a browser does, to the address that it sends back to. */
  visit(url: string): Promise<URL>
  close(): Promise<void>
}

export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  let person: Elsewhere | null = null
  const people = new Map<string, Elsewhere>()
  const configuration: Configuration = {
    clients: [{ client_id: 'caravan', client_secret: 'a secret', redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ ...people.get(id)! }),
    }),
  }
  const provider = new Provider(issuer, configuration)
  const callback = provider.callback()
  const server = createServer((request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (uid === undefined) return void callback(request, response)
    void answer(request, response)
  })
  const answer = async (...[request, response]: Parameters<Parameters<typeof createServer>[1] & object>) => {
    const { params, prompt } = await provider.interactionDetails(request, response)
    if (!person)
      return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'no' })
    people.set(person.sub, person)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
    const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope('openid email profile')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    config: { issuer, clientId: 'caravan', clientSecret: 'a secret', name: 'Elsewhere', redirectUri },
    as: (next) => {
      person = next
    },
    visit: async (url) => {
      const cookies = new Map<string, string>()
      let at = new URL(url)
      for (let i = 0; i < 10 && !at.href.startsWith(redirectUri); i++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [name, value] = set.split(';')[0]!.split(/=(.*)/s)
          cookies.set(name!, value!)
        }
        const to = response.headers.get('Location')
        if (!to) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
        at = new URL(to, at)
      }
      return at
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  }
}
