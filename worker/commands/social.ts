import type { CallInput, CallOutcome, CallsFor, SocialEnd } from '../api/worker-api.ts'
import type { Device } from '../session/device.ts'
import { failed } from '../wire/failed.ts'
import { signIn } from './account.ts'

type Needs = Parameters<typeof signIn>[0] & Pick<Device, 'exchange'>
type SocialCalls = 'user.social' | 'social.begin' | 'social.finish' | 'social.join'

const over = { kind: 'refused', refusal: { reason: 'socialFailed' } } as const

/** Signing in with an account of elsewhere. The ticket of an attempt stays on the device that began it. */
export const socialCommands = (device: Needs): CallsFor<SocialCalls> => ({
  'user.social': async (input) => {
    const outcome = await device.exchange('user.social', input)
    return outcome.kind === 'accepted' ? outcome : failed(outcome)
  },
  'social.begin': async ({ email, back, invitation }) => {
    const outcome = await device.exchange('user.socialBegin', {})
    if (outcome.kind !== 'accepted') return failed(outcome)
    const { url, ticket } = outcome.data
    await device.store.write('social', () => ({ ticket, email, back, ...(invitation && { invitation }) }))
    return { kind: 'accepted', data: { url } }
  },
  'social.finish': (input) => finish(device, input),
  'social.join': async (proof) => {
    const kept = await device.store.read('social')
    if (!kept) return over
    const outcome = await device.exchange('user.socialJoin', { ticket: kept.ticket, ...proof })
    if (outcome.kind !== 'accepted') return failed(outcome)
    await enter(device, outcome.data.userinfo)
    return { kind: 'accepted', data: { uid: outcome.data.userinfo.id } }
  },
})

async function finish(
  device: Needs,
  { state, code, iss }: CallInput<'social.finish'>,
): Promise<CallOutcome<SocialEnd>> {
  const kept = await device.store.read('social')
  if (!kept) return over
  const { ticket, email, back, invitation } = kept
  const end = (became: SocialEnd['became'], more: Partial<SocialEnd> = {}): CallOutcome<SocialEnd> => ({
    kind: 'accepted',
    data: { became, email, back, ...more },
  })
  // Nobody signed in there.
  if (code === null) return end('refused')
  const outcome = await device.exchange('user.loginSocial', {
    ...{ ticket, state, code },
    ...(iss !== null && { iss }),
    ...(invitation && { invitation }),
  })
  if (outcome.kind === 'refused' && outcome.refusal.reason === 'factorNeeded') return end('factor')
  if (outcome.kind !== 'accepted') return end('refused', { refused: failed(outcome) })
  const { userinfo, join } = outcome.data
  if (userinfo) {
    await enter(device, userinfo)
    return end('signedIn')
  }
  return join ? end('join', { email: join.email }) : end('refused', { refused: over })
}

async function enter(device: Needs, { id, token }: { id: string; token: string }): Promise<void> {
  await signIn(device, id, token)
  await device.store.write('social', () => null)
}
