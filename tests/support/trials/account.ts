import { randomUUID } from 'node:crypto'
import type { EndpointName, Input } from '#contract/registry.ts'
import { nobody, own, type Trials } from './trial.ts'

type AccountCall = Exclude<Extract<EndpointName, `user.${string}`>, 'user.followedStores'>

/** The trials of signing in, and of what a person does with their account (trials.ts). */
export const accountTrials: { [K in AccountCall]: Trials<Input<K>> } = {
  'user.login': [
    {
      tried: "another's email, own password",
      input: (o) => ({ email: o.email, password: 'my own password' }),
      answer: 'wrongCredentials',
    },
  ],
  'user.register': [
    {
      tried: "another's email",
      input: (o, me) => ({ username: 'me', email: o.email, code: '123456', password: me.password }),
      answer: 'codeExpired',
    },
  ],
  'user.fundPassword': [
    {
      tried: 'a code that was not mailed to them',
      input: (_o, me) => ({ password: 'another one', login: me.password, code: '000000' }),
      answer: 'codeExpired',
    },
  ],
  'user.social': [own({})],
  'user.socialBegin': [{ tried: nobody, input: () => ({}), answer: 'socialOff' }],
  'user.loginSocial': [
    {
      tried: 'an attempt that is not there',
      input: () => ({ ticket: 'x'.repeat(43), state: 's', code: 'c' }),
      answer: 'socialOff',
    },
  ],
  'user.socialJoin': [
    {
      tried: 'an attempt that is not there, and an own password',
      input: (_o, me) => ({ ticket: 'x'.repeat(43), password: me.password }),
      answer: 'socialFailed',
    },
  ],
  'user.emailCode': [
    {
      tried: "another's email",
      input: (o) => ({ email: o.email, event: 'register' }),
      answer: 'own',
      may: ['email_codes'],
    },
  ],
  'user.resetPassword': [
    {
      tried: "another's email",
      input: (o, me) => ({ email: o.email, code: '123456', password: me.password }),
      answer: 'codeExpired',
    },
  ],
  'user.profile': [own({})],
  'user.index': [own({})],
  'user.logout': [own({})],
  'user.sessions': [own({})],
  'user.endSession': [own({ id: 'others' })],
  'user.identities': [own({})],
  'user.endIdentity': [own({ id: '00000000-0000-4000-8000-000000000000' })],
  'user.answerInvitation': [
    { tried: 'that of no store', input: () => ({ store: randomUUID(), accept: true }), answer: 'invitationOver' },
  ],
  'user.change': [
    own({ username: 'Somebody' }),
    {
      tried: "another's file as one's own avatar",
      input: (o) => ({ avatar: o.file }),
      answer: 'fileMissing',
    },
    {
      tried: 'a code that was not mailed to them',
      input: () => ({ emailCode: '000000' }),
      answer: 'codeExpired',
    },
    {
      tried: "own new password under a password not one's own",
      input: () => ({ original: 'their password', password: 'a stolen account' }),
      answer: 'wrongPassword',
    },
  ],
  'user.export': [own({})],
  'user.delete': [
    {
      tried: "another's account under a password not one's own",
      input: () => ({ password: 'their password' }),
      answer: 'wrongPassword',
    },
  ],
}
