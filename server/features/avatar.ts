import { setAvatar } from '../files/set-avatar.ts'
import type { MutationsFor } from '../http/handlers.ts'

export const avatarMutations: MutationsFor<'avatar.set'> = {
  'avatar.set': async (call, payload) => {
    const set = await setAvatar(call, call.userId, payload)
    return 'reason' in set ? { kind: 'refused', refusal: set } : { kind: 'accepted', rows: [set] }
  },
}
